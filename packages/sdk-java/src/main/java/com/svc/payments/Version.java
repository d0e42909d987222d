package com.svc.payments;

/** The version of the library that is sent to the service. */
final class Version {
    static final String NUMBER = "2.0.0";

    private Version() {
    }
}
