package io.grape.client.jackson3;

import io.grape.client.Codec;
import io.grape.client.PayloadFields;
import java.lang.reflect.Type;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.ObjectMapper;

/**
 * Codecs by a mapper of Jackson 3, such as the {@code JsonMapper} of Spring Boot 4:
 * {@code Tube.of("orders", Jackson3.json(Order.class, mapper))}. The rest of the client uses Jackson 2. Throws an
 * IllegalArgumentException for a type that the mapper can never read.
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

    /** JSON of a type that is known only at run time, such as that of a handler's parameter. */
    public static <T> Codec<T> json(Type type, ObjectMapper mapper) {
        return Jackson3Codec.of(mapper, mapper.constructType(PayloadFields.known(type)));
    }
}
