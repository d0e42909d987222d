/** The client library for Svc Payments: begin with {@link com.svc.payments.Svc}. */
module com.svc.payments {
    requires transitive java.net.http;
    requires com.fasterxml.jackson.core;

    exports com.svc.payments;
    exports com.svc.payments.models;
    exports com.svc.payments.params;
    exports com.svc.payments.resources;
}
