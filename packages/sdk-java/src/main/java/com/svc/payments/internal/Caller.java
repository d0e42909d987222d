package com.svc.payments.internal;

import com.svc.payments.EventStream;
import com.svc.payments.FileDownload;
import com.svc.payments.Page;
import com.svc.payments.RawResponse;
import java.util.Map;
import java.util.function.Function;

/** Carries calls out. */
public interface Caller {
    <T> RawResponse<T> object(Call call, Function<Map<String, ?>, T> read);

    <P extends Page<?>> RawResponse<P> list(Call call, Function<Map<String, ?>, P> read);

    RawResponse<Void> nothing(Call call);

    EventStream stream(Call call);

    FileDownload download(Call call);
}
