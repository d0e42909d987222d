/** The client of the Svc Payments API: {@link com.svc.payments.Svc} is where to begin. */
package com.svc.payments;
