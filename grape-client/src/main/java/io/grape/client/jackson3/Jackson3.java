package io.grape.client.jackson3;

import io.grape.client.Codec;
import java.lang.reflect.Type;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.ObjectMapper;

/**
 * Codecs by a mapper of Jackson 3, such as the {@code JsonMapper} of Spring Boot 4:
 * {@code Tube.of("orders", Jackson3.json(Order.class, mapper))}. Jackson 2 does the rest of the client, beside it. A type that the
 * mapper can never read is refused with an IllegalArgumentException.
 */
public final class Jackson3 {
    private Jackson3() {}

    /** JSON of a class. */
    public static <T> Codec<T> json(Class<T> type, ObjectMapper mapper) {
        return json((Type) type, mapper);
    }

    /** JSON of a generic type: {@code Jackson3.json(new TypeReference<List<Line>>() {}, mapper)}. */
    public static <T> Codec<T> json(TypeReference<T> type, ObjectMapper mapper) {
        return json(type.getType(), mapper);
    }

    /** JSON of a type that is known at run time only: of a handler's parameter, say. */
    public static <T> Codec<T> json(Type type, ObjectMapper mapper) {
        return Jackson3Codec.of(mapper, mapper.constructType(type));
    }
}
