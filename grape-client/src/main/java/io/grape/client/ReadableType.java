package io.grape.client;

import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.AbstractDeserializer;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBase;
import com.fasterxml.jackson.databind.deser.DefaultDeserializationContext;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.impl.TypeWrappedDeserializer;
import com.fasterxml.jackson.databind.deser.impl.UnsupportedTypeDeserializer;
import com.fasterxml.jackson.databind.deser.std.ContainerDeserializerBase;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether Jackson can read a type and its properties. So a class without a usable constructor, or a time without
 * its module, fails when the tube is created and not at the first job. Whatever depends on the JSON, such as a type
 * named in it, is checked by the decode.
 */
final class ReadableType {
    private final Set<JsonDeserializer<?>> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private ReadableType() {}

    /** Throws an IllegalArgumentException that names the part that Jackson cannot read. */
    static JavaType checked(ObjectMapper mapper, JavaType type) {
        if (mapper.getDeserializationConfig().getProblemHandlers() != null) {
            // A problem handler may create what Jackson cannot.
            return type;
        }
        String flaw;
        try {
            DeserializationContext context = ((DefaultDeserializationContext) mapper.getDeserializationContext())
                    .createDummyInstance(mapper.getDeserializationConfig());
            flaw = new ReadableType().flaw(context.findRootValueDeserializer(type), type, "");
        } catch (JsonMappingException | IllegalArgumentException e) {
            throw refused(type, e instanceof JsonMappingException json ? json.getOriginalMessage() : e.getMessage(), e);
        }
        if (flaw != null) {
            throw refused(type, flaw, null);
        }
        return type;
    }

    private static IllegalArgumentException refused(JavaType type, @Nullable String why, @Nullable Exception cause) {
        return new IllegalArgumentException(
                "codec: expected a type that Jackson can read, got " + type.toCanonical() + ": " + why
                        + "; give the codec a mapper with the module that knows it",
                cause);
    }

    /** Why a deserializer can never read; null if it may. */
    private @Nullable String flaw(@Nullable JsonDeserializer<?> reader, JavaType type, String path) {
        if (reader == null || !seen.add(reader) || reader instanceof TypeWrappedDeserializer) {
            return null;
        }
        if (reader instanceof UnsupportedTypeDeserializer) {
            return named(path) + type.toCanonical() + " needs a module of Jackson that is not there";
        }
        if (reader instanceof AbstractDeserializer) {
            // A property of an abstract type may never occur, or an annotation may name its type.
            return path.isEmpty() ? type.toCanonical() + " is abstract, and nothing says what to make" : null;
        }
        if (reader instanceof BeanDeserializerBase bean) {
            return bean.getValueInstantiator().canInstantiate()
                    ? flawIn(bean, path)
                    : named(path) + type.toCanonical() + " has no constructor or factory that Jackson may use";
        }
        if (reader instanceof ContainerDeserializerBase<?> container) {
            JavaType content = container.getContentType();
            return content == null ? null : flaw(container.getContentDeserializer(), content, path + "[]");
        }
        return flaw(reader.getDelegatee(), type, path);
    }

    private @Nullable String flawIn(BeanDeserializerBase bean, String path) {
        for (Iterator<SettableBeanProperty> all = bean.properties(); all.hasNext(); ) {
            SettableBeanProperty property = all.next();
            if (property.hasValueDeserializer()
                    && !property.hasValueTypeDeserializer()
                    && property.getInjectableValueId() == null) {
                String flaw =
                        flaw(property.getValueDeserializer(), property.getType(), path + "." + property.getName());
                if (flaw != null) {
                    return flaw;
                }
            }
        }
        return null;
    }

    private static String named(String path) {
        return path.isEmpty() ? "" : path.substring(path.startsWith(".") ? 1 : 0) + ": ";
    }
}
