package com.svc.payments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.svc.payments.internal.Json;
import com.svc.payments.internal.JsonObject;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every operation of the contract is a method of the client, with all that the operation takes. */
final class ContractTest {
    private final JsonObject contract;
    private final Map<String, List<String>> ids = new TreeMap<>();
    private final Map<String, Set<String>> given = new TreeMap<>();
    private final Map<String, Map<String, Object>> bodies = new TreeMap<>();

    ContractTest() throws IOException {
        contract = Json.object(Files.readAllBytes(Program.ROOT.resolve("openapi/openapi.json"))).orElseThrow();
        object(contract.get("paths")).values().stream().map(this::object).forEach(item -> item.forEach((method, value) -> {
            if (!method.equals("parameters")) {
                note(object(value), item);
            }
        }));
    }

    private void note(Map<String, Object> operation, Map<String, Object> item) {
        String id = (String) operation.get("operationId");
        Set<String> names = new TreeSet<>();
        List<String> path = new ArrayList<>();
        Stream.of(item, operation).flatMap(each -> list(each.get("parameters")).stream()).forEach(each -> {
            Map<String, Object> parameter = object(each);
            if (parameter.get("in").equals("path")) {
                path.add((String) parameter.get("name"));
            } else {
                names.add((String) parameter.get("name"));
            }
        });
        object(object(operation.get("requestBody")).get("content")).values().forEach(type -> {
            bodies.put(id, object(object(type).get("schema")));
            names.addAll(object(bodies.get(id).get("properties")).keySet());
        });
        // It belongs to the call, not to the operation: RequestOptions has it.
        names.remove("Idempotency-Key");
        ids.put(id, path);
        given.put(id, names.stream().map(Methods::setter).collect(Collectors.toCollection(TreeSet::new)));
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> object(Object value) {
        Map<String, Object> found = value == null ? Map.of() : (Map<String, Object>) value;
        while (found.containsKey("$ref")) {
            Object place = contract;
            for (String part : ((String) found.get("$ref")).substring(2).split("/")) {
                place = ((Map<String, Object>) place).get(part);
            }
            found = (Map<String, Object>) place;
        }
        return found;
    }

    private static List<?> list(Object value) {
        return value == null ? List.of() : (List<?>) value;
    }

    @Test
    void theManifestNamesEveryOperation() {
        assertEquals(given.keySet(), new TreeSet<>(Methods.manifest().keySet()));
    }

    @TestFactory
    Stream<DynamicTest> aMethodTakesWhatItsOperationTakes() {
        return given.keySet().stream().map(each -> DynamicTest.dynamicTest(each, () -> check(each)));
    }

    private void check(String operation) {
        List<String> entry = Methods.manifest().get(operation);
        Class<?> resource = Methods.longest(Svc.class, entry.get(0)).getReturnType();
        Method method = Methods.longest(resource, entry.get(1));
        List<Class<?>> types = Arrays.asList(method.getParameterTypes());
        int count = ids.get(operation).size();
        assertTrue(types.subList(0, count).stream().allMatch(String.class::equals));
        assertEquals(RequestOptions.class, types.get(types.size() - 1));
        assertEquals(given.get(operation).isEmpty(), types.size() == count + 1);
        if (types.size() > count + 1) {
            Class<?> builder = Methods.longest(types.get(count), "builder").getReturnType();
            Set<String> setters = Arrays.stream(builder.getDeclaredMethods())
                    .filter(each -> each.getParameterCount() == 1 && !each.isSynthetic())
                    .map(Method::getName)
                    .collect(Collectors.toCollection(TreeSet::new));
            assertEquals(given.get(operation), setters);
        }
        boolean takenAsItComes = Set.of(EventStream.class, FileDownload.class).contains(method.getReturnType());
        if (!takenAsItComes) {
            Method raw = Methods.longest(Methods.longest(resource, "withRawResponse").getReturnType(), entry.get(1));
            assertEquals(types, Arrays.asList(raw.getParameterTypes()));
        }
    }

    @TestFactory
    Stream<DynamicTest> aModelHasEveryFieldOfItsSchema() {
        return object(object(contract.get("components")).get("schemas")).entrySet().stream()
                .filter(each -> object(each.getValue()).containsKey("properties"))
                .flatMap(each -> model(each.getKey()).stream().map(type -> DynamicTest.dynamicTest(each.getKey(), () -> {
                    Set<String> accessors =
                            Arrays.stream(type.getMethods()).map(Method::getName).collect(Collectors.toSet());
                    Set<String> fields = new TreeSet<>(object(object(each.getValue()).get("properties")).keySet());
                    fields.removeAll(accessors);
                    assertEquals(Set.of(), fields, "fields without accessor");
                })));
    }

    /** With a secret in every field of the contract that is only written, and in every one of that name. */
    @Test
    void secretsAreNotShown() throws ReflectiveOperationException {
        Map<String, Map<String, Object>> hiding = new TreeMap<>();
        for (Map.Entry<String, Object> each : object(object(contract.get("components")).get("schemas")).entrySet()) {
            Map<String, Object> fields = secretsIn(object(each.getValue()));
            for (Class<?> type : model(each.getKey())) {
                hiding.put(type.getName(), fields);
            }
        }
        bodies.forEach((operation, schema) -> hiding.put(
                "com.svc.payments.params." + operation.substring(0, 1).toUpperCase(Locale.ROOT) + operation.substring(1) + "Params",
                secretsIn(schema)));
        hiding.values().removeIf(Map::isEmpty);
        for (Map.Entry<String, Map<String, Object>> each : hiding.entrySet()) {
            Object model = Class.forName(each.getKey()).getConstructor(Map.class).newInstance(each.getValue());
            assertTrue(model.toString().contains("***") && !model.toString().contains("hush"), model.toString());
            assertTrue(((Model) model).toMap().toString().contains("hush"));
        }
        assertEquals(
                List.of("ApiKeyWithSecret", "ProcessorCredentials", "WebhookWithSecret", "CreatePaymentMethodParams",
                        "CreateProcessorParams", "CreateWebhookParams", "RotateWebhookSecretParams", "UpdateProcessorParams"),
                hiding.keySet().stream().map(each -> each.replaceFirst(".*\\.", "")).collect(Collectors.toList()));
    }

    private Map<String, Object> secretsIn(Map<String, Object> schema) {
        Map<String, Object> found = new TreeMap<>();
        object(schema.get("properties")).forEach((name, value) -> {
            Map<String, Object> field = object(value);
            if (name.equals("secret") || field.get("writeOnly") == Boolean.TRUE || "password".equals(field.get("format"))) {
                found.put(name, "hush");
            } else if (!secretsIn(field).isEmpty()) {
                found.put(name, secretsIn(field));
            }
        });
        return found;
    }

    private static List<Class<?>> model(String schema) {
        String name = Arrays.stream(schema.split("\\."))
                .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                .collect(Collectors.joining());
        for (String suffix : List.of("", "Event", "Entry")) {
            try {
                return List.of(Class.forName("com.svc.payments.models." + name + suffix));
            } catch (ClassNotFoundException none) {
                continue;
            }
        }
        // Bodies are the parameters of their operation.
        return List.of();
    }
}
