package io.grape.core.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.AnyId;
import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.Seed;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobIdTest {
    @Test
    void aRandomIdIsAnIdAndAnotherEachTime() {
        Set<JobId> ids = Stream.generate(JobId::random).limit(1000).collect(Collectors.toSet());
        assertThat(ids).hasSize(1000);
    }

    @Test
    void anyTextIsOneAndStaysAsItIs() {
        Random random = Seed.random();
        for (int i = 0; i < 1000; i++) {
            String text = AnyId.next(random);
            assertThat(new JobId(text).value()).isEqualTo(text);
        }
    }

    @Test
    void charactersAreCountedNotTheirHalves() {
        String grape = "\uD83C\uDF47";
        assertThat(new JobId(grape.repeat(200)).value()).hasSize(400);
        refused(grape.repeat(201));
        refused("a".repeat(201));
        refused("");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\u0000",
                "\u001f",
                "a\nb",
                "\u007f",
                "\u0080",
                "\u0085",
                "\u009f",
                "\ud800",
                "\udfff",
                "a\udf47\ud83c"
            })
    void controlCharactersAndHalvesOfPairsAreRefused(String text) {
        refused(text);
    }

    private static void refused(String text) {
        assertThatThrownBy(() -> new JobId(text))
                .isInstanceOf(GrapeException.class)
                .hasMessageStartingWith("id: expected 1 to 200 characters, none of them a control character, got '")
                .satisfies(refusal -> assertThat(UTF_8.newEncoder().canEncode(String.valueOf(refusal.getMessage())))
                        .isTrue());
    }

    @Test
    void whatClientsTakeForAStepInAPathIsNoNewJob() {
        for (String step : Set.of(".", "..")) {
            assertThatThrownBy(() -> NewJob.of(new JobId(step), Payload.binary(new byte[0])))
                    .hasMessageStartingWith("id: expected anything but . and ..");
        }
    }
}
