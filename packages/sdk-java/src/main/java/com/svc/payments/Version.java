package com.svc.payments;

/** The version of the library, as the service is told it. */
final class Version {
    static final String NUMBER = "2.0.0";

    private Version() {
    }
}
