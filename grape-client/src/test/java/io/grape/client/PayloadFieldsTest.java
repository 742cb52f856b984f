package io.grape.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.grape.client.jackson3.Jackson3;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A producer and a worker with different names for a field would lose it without a word. */
class PayloadFieldsTest {
    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(PayloadFields.class);
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            if (event.getLevel() == Level.WARN) {
                warnings.add(event.getFormattedMessage());
            }
        }
    };

    record Unknown(String id) {}

    record Missing(String orderId, int amount) {}

    record Nested(Missing2 first) {}

    record Missing2(String a, @Nullable String b) {}

    record Snake(@Nullable String orderId) {}

    record Strict(String id) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record Tolerant(String id) {}

    record Whole(String id, int amount) {}

    record Three(@Nullable String orderId) {}

    @BeforeEach
    void listen() {
        appender.start();
        logger.addAppender(appender);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(appender);
    }

    private static <T> T decode(Codec<T> codec, String json) throws Exception {
        return codec.decode(json.getBytes(UTF_8));
    }

    @Test
    void unknownFieldIsReportedOncePerType() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(decode(Codec.json(Unknown.class), "{\"id\":\"a\",\"extra" + i + "\":1}"))
                    .isEqualTo(new Unknown("a"));
        }
        assertThat(warnings).hasSize(1);
        assertThat(warnings.get(0)).contains("unknown to its type", Unknown.class.getName(), "field=extra0");
    }

    record Foreign(String id) {}

    @Test
    void nameThatAStrangerChoseCannotForgeALine() throws Exception {
        decode(Codec.json(Foreign.class), "{\"a\\nb" + "x".repeat(5000) + "\":1,\"id\":\"a\"}");
        assertThat(warnings)
                .singleElement()
                .asString()
                .contains("field=a?bx")
                .hasSizeLessThan(800)
                .doesNotContain("\n");
    }

    @Test
    void missingFieldIsReportedOncePerType() throws Exception {
        Codec<Missing> codec = Codec.json(Missing.class);
        for (int i = 0; i < 3; i++) {
            assertThat(decode(codec, "{\"orderId\":\"a\"}")).isEqualTo(new Missing("a", 0));
        }
        assertThat(warnings).hasSize(1);
        assertThat(warnings.get(0)).contains("lacks a field", Missing.class.getName(), "'amount'");
    }

    @Test
    void missingFieldOfAnInnerObjectIsReported() throws Exception {
        assertThat(decode(Codec.json(Nested.class), "{\"first\":{\"a\":\"x\"}}"))
                .isEqualTo(new Nested(new Missing2("x", null)));
        assertThat(warnings).singleElement().asString().contains(Nested.class.getName(), "'b'");
    }

    /** As a module for Java 8 does. */
    private static final ObjectMapper OPTIONALS = new ObjectMapper()
            .registerModule(new SimpleModule()
                    .addDeserializer(OptionalInt.class, new StdDeserializer<>(OptionalInt.class) {
                        private static final long serialVersionUID = 1;

                        @Override
                        public OptionalInt deserialize(JsonParser json, DeserializationContext context)
                                throws IOException {
                            return OptionalInt.of(json.getIntValue());
                        }
                    }));

    record Noted(String a, @Nullable OptionalInt count) {}

    record Noted3(String a, Optional<String> note, OptionalInt count) {}

    /** A producer may leave an empty Optional out, so it must not use up the one warning of its type. */
    @Test
    void absentOptionalDoesNotCountAsMissing() throws Exception {
        Codec<Noted> noted = Codec.json(Noted.class, OPTIONALS);
        Codec<Noted3> noted3 = Jackson3.json(Noted3.class, tools.jackson.databind.json.JsonMapper.shared());
        assertThat(decode(noted, "{\"a\":\"x\"}").a()).isEqualTo("x");
        assertThat(decode(noted3, "{\"a\":\"x\"}").note()).isEmpty();
        assertThat(warnings).isEmpty();

        decode(noted, "{\"count\":1}");
        decode(noted3, "{\"note\":\"n\"}");
        assertThat(warnings)
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).contains("'a'").doesNotContain("FAIL_ON"));
    }

    /** Jackson copies no mapper of a class that does not say how. */
    private static final class OwnMapper extends ObjectMapper {
        private static final long serialVersionUID = 1;
    }

    record Copied(String a, int b) {}

    @Test
    void mapperThatCannotBeCopiedReportsMissingFieldsToo() throws Exception {
        assertThat(decode(Codec.json(Copied.class, new OwnMapper()), "{\"a\":\"x\"}"))
                .isEqualTo(new Copied("x", 0));
        assertThat(warnings).singleElement().asString().contains("'b'");
    }

    /** As of two mappers in one application, of which one has a naming strategy. */
    @Test
    void otherNamingStrategyIsReported() throws Exception {
        ObjectMapper snake = new ObjectMapper().setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);
        byte[] produced = Codec.json(Snake.class, snake).encode(new Snake("8812"));
        assertThat(Codec.json(Snake.class).decode(produced)).isEqualTo(new Snake(null));
        assertThat(warnings).hasSize(2).anyMatch(line -> line.contains("field=order_id"));
    }

    @Test
    void mapperThatRefusesUnknownFieldsStillRefusesThem() {
        Codec<Strict> codec =
                Codec.json(Strict.class, new ObjectMapper().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES));
        assertThatThrownBy(() -> decode(codec, "{\"id\":\"a\",\"b\":1}")).isInstanceOf(MismatchedInputException.class);
        assertThat(warnings).isEmpty();
    }

    @Test
    void nothingIsReportedOfPayloadsThatFitOrOfTypesThatAllowMore() throws Exception {
        assertThat(decode(Codec.json(Whole.class), "{\"id\":\"a\",\"amount\":0}"))
                .isEqualTo(new Whole("a", 0));
        assertThat(decode(Codec.json(Tolerant.class), "{\"id\":\"a\",\"b\":1}")).isEqualTo(new Tolerant("a"));
        assertThatThrownBy(() -> decode(Codec.json(Whole.class), "{\"id\":\"a\",\"amount\":[]}"))
                .isInstanceOf(MismatchedInputException.class);
        assertThat(warnings).isEmpty();
    }

    /** As it is for Integer. */
    @Test
    void nullIsRefusedForAPrimitiveType() throws Exception {
        for (Codec<Integer> codec : List.of(
                Codec.json(int.class),
                Jackson3.<Integer>json(int.class, tools.jackson.databind.json.JsonMapper.shared()))) {
            assertThat(decode(codec, "7")).isEqualTo(7);
            assertThatThrownBy(() -> decode(codec, "null")).hasMessageContaining("got null");
        }
    }

    @Test
    void jackson3ReportsBothToo() throws Exception {
        Codec<Three> codec = Jackson3.json(Three.class, tools.jackson.databind.json.JsonMapper.shared());
        for (int i = 0; i < 3; i++) {
            assertThat(decode(codec, "{\"order_id\":\"a\"}")).isEqualTo(new Three(null));
        }
        assertThat(warnings).hasSize(2).anyMatch(line -> line.contains("field=order_id"));
    }

    @Test
    void tubeOfAListIsRefusedWithTheRemedy() {
        for (Class<?> type : List.of(List.class, Set.class, ArrayList.class)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Tube.of("orders", type))
                    .withMessageContainingAll(type.getName(), "TypeReference", "onBatch");
        }
        assertThat(Tube.of("orders", Codec.json(new TypeReference<List<Whole>>() {}))
                        .name())
                .isEqualTo("orders");
    }

    private static <T> TypeReference<List<T>> generic() {
        return new TypeReference<>() {};
    }

    @Test
    void typeWithAVariableIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Codec.json(PayloadFieldsTest.<Whole>generic()))
                .withMessageContaining("java.util.List<T>");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Jackson3.json(
                        PayloadFieldsTest.<Whole>generic().getType(), tools.jackson.databind.json.JsonMapper.shared()))
                .withMessageContaining("type variable");
    }
}
