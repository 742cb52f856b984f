package io.grape.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.client.worker.JobContext;
import io.grape.client.worker.Outcome;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.ParameterizedTypeReference;

/** Which methods are handlers, and what is said of those that are not. */
class HandlerSignatureTest {
    @SuppressWarnings("unused") // Looked at by reflection.
    private abstract static class Methods<T> {
        void payload(String text) {}

        void both(JobContext job, List<Integer> numbers) {}

        Outcome decides(JobContext job) {
            return Outcome.finish();
        }

        Outcome.Snooze decidesOneKind(JobContext job) {
            throw new IllegalStateException();
        }

        void generic(T payload) {}

        void nothing() {}

        void twoPayloads(String one, String two) {}

        void twoJobs(JobContext one, JobContext two) {}

        String text(String text) {
            return text;
        }

        static void ofNoBean(String text) {}
    }

    private static final class OfText extends Methods<List<String>> {}

    private static HandlerSignature of(String name) {
        Method method = Arrays.stream(Methods.class.getDeclaredMethods())
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseThrow();
        return HandlerSignature.of(method, OfText.class);
    }

    @Test
    void aPayloadAJobOrBoth() {
        assertThat(of("payload")).isEqualTo(new HandlerSignature(String.class, List.of(true), false));
        assertThat(of("both").parameters()).containsExactly(false, true);
        assertThat(of("both").payload()).isEqualTo(new ParameterizedTypeReference<List<Integer>>() {}.getType());
        assertThat(of("decides").payload()).isNull();
    }

    @Test
    void anOutcomeOfAnyKindDecides() {
        assertThat(of("payload").decides()).isFalse();
        assertThat(of("decides").decides()).isTrue();
        assertThat(of("decidesOneKind").decides()).isTrue();
    }

    @Test
    void aTypeVariableIsThatOfTheBean() {
        assertThat(of("generic").payload()).hasToString("java.util.List<java.lang.String>");
    }

    @ParameterizedTest
    @CsvSource({
        "nothing, 'nothing(): expected a payload, a JobContext, or both'",
        "twoPayloads, 'twoPayloads(String, String): expected one payload and one JobContext at most'",
        "twoJobs, 'twoJobs(JobContext, JobContext): expected one payload and one JobContext at most'",
        "text, 'text(String): expected void or Outcome as its result, got class java.lang.String'",
        "ofNoBean, 'ofNoBean(String): expected a method of a bean, got a static one'",
    })
    void anythingElseIsRefusedByName(String name, String message) {
        assertThatThrownBy(() -> of(name))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("@GrapeHandler io.grape.spring.HandlerSignatureTest$Methods." + message);
    }
}
