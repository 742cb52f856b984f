package io.grape.client.jackson3;

import io.grape.client.PayloadFields;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;

/** Requires each parameter of a constructor in the JSON, except Optionals: a producer may leave an empty one out. */
final class RequiredFields3 extends NopAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    /** A copy of a mapper has deserializers of its own, so all types share it. */
    private static final Map<ObjectMapper, ObjectMapper> COPIES = Collections.synchronizedMap(new WeakHashMap<>());

    private RequiredFields3() {}

    /** A reader that fails if the JSON lacks such a field. */
    static ObjectReader reader(ObjectMapper mapper, JavaType type) {
        return COPIES.computeIfAbsent(mapper, RequiredFields3::copy).readerFor(type);
    }

    private static ObjectMapper copy(ObjectMapper mapper) {
        AnnotationIntrospector usual = mapper.deserializationConfig().getAnnotationIntrospector();
        return mapper.rebuild()
                .annotationIntrospector(AnnotationIntrospector.pair(new RequiredFields3(), usual))
                .build();
    }

    @Override
    public @Nullable Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
        boolean isRequired = member instanceof AnnotatedParameter && !PayloadFields.isOptional(member.getRawType());
        return isRequired ? Boolean.TRUE : null;
    }
}
