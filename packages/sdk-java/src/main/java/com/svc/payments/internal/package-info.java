/** What generated and hand-written classes share. No part of the public API: it changes without notice. */
package com.svc.payments.internal;
