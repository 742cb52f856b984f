package io.grape.client;

import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** Requires each parameter of a constructor in the JSON, except Optionals: a producer may leave an empty one out. */
final class RequiredFields extends NopAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    /** A copy of a mapper has deserializers of its own, so all types share it. */
    private static final Map<ObjectMapper, ObjectMapper> COPIES = Collections.synchronizedMap(new WeakHashMap<>());

    private RequiredFields() {}

    /** A reader that fails if the JSON lacks such a field. */
    static ObjectReader reader(ObjectMapper mapper, JavaType type) {
        try {
            return COPIES.computeIfAbsent(mapper, RequiredFields::copy).readerFor(type);
        } catch (IllegalStateException e) {
            // A mapper of a class that cannot be copied. Its Optionals count as missing, too.
            return mapper.readerFor(type).with(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES);
        }
    }

    private static ObjectMapper copy(ObjectMapper mapper) {
        AnnotationIntrospector usual = mapper.getDeserializationConfig().getAnnotationIntrospector();
        ObjectMapper copy = mapper.copy();
        return copy.setAnnotationIntrospectors(
                copy.getSerializationConfig().getAnnotationIntrospector(),
                AnnotationIntrospector.pair(new RequiredFields(), usual));
    }

    @Override
    public @Nullable Boolean hasRequiredMarker(AnnotatedMember member) {
        boolean isRequired = member instanceof AnnotatedParameter && !PayloadFields.isOptional(member.getRawType());
        return isRequired ? Boolean.TRUE : null;
    }
}
