package com.svc.payments;

import com.svc.payments.internal.JsonObject;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The methods of the client by their operations, called as a program would write it: builders, setters, ids. */
final class Methods {
    private static final Pattern ENTRY = Pattern.compile("^(\\w+): (\\w+)\\.(\\w+)$", Pattern.MULTILINE);

    private Methods() {
    }

    /** Resource and method of each operation. */
    static Map<String, List<String>> manifest() {
        try {
            Matcher found = ENTRY.matcher(Files.readString(Program.ROOT.resolve("openapi/client-methods.yaml")));
            Map<String, List<String>> all = new HashMap<>();
            while (found.find()) {
                all.put(found.group(1), List.of(found.group(2), found.group(3)));
            }
            return all;
        } catch (IOException cause) {
            throw new IllegalStateException(cause);
        }
    }

    /** The form of a method that takes all there is, of a resource or of its raw form. */
    static Method longest(Class<?> resource, String name) {
        return Arrays.stream(resource.getMethods())
                .filter(each -> each.getName().equals(name))
                .max((one, other) -> one.getParameterCount() - other.getParameterCount())
                .orElseThrow(() -> new AssertionError(resource + " has no method " + name));
    }

    /** Headers have other names in the API. */
    private static String inTheApi(String field) {
        return field.replace("ifMatch", "If-Match").replace("lastEventId", "Last-Event-ID");
    }

    private static boolean has(Class<?> owner, String name) {
        return Arrays.stream(owner.getMethods()).anyMatch(each -> each.getName().equals(name));
    }

    static Object call(Svc svc, String operation, List<?> ids, Map<String, Object> given, RequestOptions options) {
        List<String> entry = manifest().get(operation);
        if (entry == null) {
            throw new AssertionError("There is no method for " + operation);
        }
        Object resource = invoke(svc, longest(Svc.class, entry.get(0)));
        Method method = longest(resource.getClass(), entry.get(1));
        List<Object> arguments = new ArrayList<>(ids);
        Class<?>[] types = method.getParameterTypes();
        if (types.length > ids.size() + 1) {
            arguments.add(built(types[ids.size()], given));
        } else if (!given.isEmpty()) {
            throw new AssertionError(operation + " takes no " + given.keySet());
        }
        arguments.add(options);
        return invoke(resource, method, arguments.toArray());
    }

    /** An object made by its builder, in which each value goes through its setter. */
    private static Object built(Class<?> type, Map<String, Object> given) {
        Object builder = invoke(null, longest(type, "builder"));
        given.forEach((field, value) -> {
            String name = setter(field);
            String removal = "remove" + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
            if (value == null && has(builder.getClass(), removal)) {
                invoke(builder, longest(builder.getClass(), removal));
            } else if (value == null) {
                // No setter takes null.
                invoke(builder, longest(builder.getClass(), "putField"), inTheApi(field), null);
            } else {
                Method method = longest(builder.getClass(), name);
                invoke(builder, method, converted(method.getGenericParameterTypes()[0], value));
            }
        });
        return invoke(builder, longest(builder.getClass(), "build"));
    }

    static String setter(String field) {
        String name = field.replace("If-Match", "ifMatch").replace("Last-Event-ID", "lastEventId");
        return name.equals("wait") ? "waitSeconds" : name;
    }

    private static Object converted(Type type, Object value) {
        if (type instanceof ParameterizedType && value instanceof List) {
            Type item = ((ParameterizedType) type).getActualTypeArguments()[0];
            return ((List<?>) value).stream().map(each -> converted(item, each)).collect(Collectors.toList());
        } else if (type == Instant.class) {
            return Instant.parse((String) value);
        } else if (type instanceof Class && OpenEnum.class.isAssignableFrom((Class<?>) type)) {
            return invoke(null, longest((Class<?>) type, "of"), value);
        } else if (type instanceof Class && Model.class.isAssignableFrom((Class<?>) type)) {
            return built((Class<?>) type, (JsonObject) value);
        }
        return value;
    }

    static Object invoke(Object target, Method method, Object... arguments) {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException failure) {
            if (failure.getCause() instanceof RuntimeException) {
                throw (RuntimeException) failure.getCause();
            }
            throw new IllegalStateException(failure.getCause());
        } catch (IllegalAccessException cause) {
            throw new IllegalStateException(cause);
        }
    }

}
