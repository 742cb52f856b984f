package io.grape.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.annotation.JacksonInject;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What JSON a codec can be for, and what is found out when its tube is described. */
class CodecTest {
    private static final ObjectMapper BARE = new ObjectMapper();

    /** As a Kotlin data class without its module, or Lombok's Value. */
    static final class Unmakeable {
        private final String name;
        private final int count;

        Unmakeable(String name, int count) {
            this.name = name;
            this.count = count;
        }

        public String getName() {
            return name;
        }

        public int getCount() {
            return count;
        }
    }

    interface Shape {}

    record Square(int side) implements Shape {}

    record Holder(List<Unmakeable> all) {}

    record Timed(String name, Instant at) {}

    record Linked(
            @com.fasterxml.jackson.annotation.JsonUnwrapped Square square, List<Linked> next) {}

    record Drawing(
            @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
            @JsonSubTypes(@JsonSubTypes.Type(value = Square.class, name = "square"))
            List<Shape> shapes,

            Map<String, Shape> named) {}

    static final class Injected {
        final String name;

        @JsonCreator
        Injected(@JsonProperty("name") String name, @JacksonInject Shape shape) {
            this.name = name;
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Unmakeable.class, Shape.class, Holder.class, Comparable.class})
    void aTypeThatJacksonCanNeverReadIsRefusedWhereTheTubeIsDescribed(Class<?> type) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tube.of("t", type))
                .withMessageContaining("codec: expected a type that Jackson can read, got " + type.getName())
                .withMessageContaining("module");
    }

    @Test
    void aMapperWithoutTheModuleOfATimeIsRefusedForIt() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Codec.json(Timed.class, BARE))
                .withMessageContaining("at: java.time.Instant needs a module");
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Object.class,
                String.class,
                int[].class,
                Linked.class,
                Drawing.class,
                Injected.class,
                JobState.class,
                Square.class,
                Map.class,
                List.class,
                Number.class,
                CharSequence.class,
                java.io.Serializable.class
            })
    void whatJacksonMayReadIsTaken(Class<?> type) {
        assertThat(Codec.json(type, BARE).contentType()).isEqualTo("application/json");
        assertThat(Codec.json(type).contentType()).isEqualTo("application/json");
    }

    @Test
    void aMapperThatKnowsTheTypeIsTaken() throws Exception {
        SimpleModule module = new SimpleModule()
                .addDeserializer(Unmakeable.class, new StdDeserializer<>(Unmakeable.class) {
                    private static final long serialVersionUID = 1;

                    @Override
                    public Unmakeable deserialize(JsonParser json, DeserializationContext context) {
                        return new Unmakeable("made", 1);
                    }
                });
        ObjectMapper mapper = new ObjectMapper().registerModule(module);
        assertThat(Codec.json(Unmakeable.class, mapper)
                        .decode("1".getBytes(java.nio.charset.StandardCharsets.UTF_8))
                        .getName())
                .isEqualTo("made");
        assertThat(Codec.json(Holder.class, mapper)).isNotNull();
    }

    @SuppressWarnings("unused")
    void handler(List<Square> squares) {}

    @Test
    void aTypeOfReflectionIsRead() throws Exception {
        Method handler = CodecTest.class.getDeclaredMethod("handler", List.class);
        Type type = handler.getGenericParameterTypes()[0];
        Codec<List<Square>> codec = Codec.json(type);
        assertThat(codec.decode(codec.encode(List.of(new Square(3))))).containsExactly(new Square(3));
        Codec<List<Square>> own = Codec.json(type, BARE);
        assertThat(own.decode(own.encode(List.of(new Square(4))))).containsExactly(new Square(4));
        Codec<List<Square>> referred = Codec.json(new TypeReference<List<Square>>() {});
        assertThat(referred.decode(referred.encode(List.of(new Square(5))))).containsExactly(new Square(5));
    }
}
