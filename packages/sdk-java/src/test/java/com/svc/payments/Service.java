package com.svc.payments;

import com.svc.payments.internal.Json;
import com.svc.payments.internal.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;

/** The real service, started once for all tests that want it. */
final class Service implements BeforeAllCallback, CloseableResource {
    private static final ExtensionContext.Namespace PLACE = ExtensionContext.Namespace.create(Service.class);
    private static volatile Service started;

    private Program program;
    private JsonObject told;

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getRoot().getStore(PLACE).getOrComputeIfAbsent("service", key -> start());
    }

    private Service start() {
        try {
            program = Program.node("service.mjs");
            told = Json.object(program.line().getBytes(StandardCharsets.UTF_8)).orElseThrow();
            started = this;
            return this;
        } catch (IOException cause) {
            throw new IllegalStateException(cause);
        }
    }

    static String baseUrl() {
        return (String) started.told.get("baseUrl");
    }

    static String testKey() {
        return (String) started.told.get("testKey");
    }

    static Map<String, String> environment() {
        return Map.of("SVC_API_KEY", testKey(), "SVC_API_BASE", baseUrl());
    }

    @Override
    public void close() throws IOException {
        program.close();
    }
}
