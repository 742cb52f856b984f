package io.grape.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureSignatureTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "HTTP 503 from 10.0.0.17:8080 | HTTP <n> from <n>",
                "order 8812 took 1.5 s | order <n> took <n> s",
                "no row for 123e4567-e89b-12d3-a456-426614174000 | no row for <uuid>",
                "bad pointer 0xDEADbeef at deadbeef01 | bad pointer <hex> at <hex>",
                "facade and defaced stay words | facade and defaced stay words",
                "unknown key \"a b\" in 'x' or `y` | unknown key <text> in <text> or <text>",
                "can't open what isn't there | can't open what isn't there",
                "attempts are spent | attempts are spent"
            })
    void whatDiffersFromJobToJobIsReplaced(String reason, String signature) {
        assertThat(FailureSignature.of(reason)).isEqualTo(signature);
    }

    @Test
    void onlyTheFirstLineCountsAndNotMoreThan200Characters() {
        assertThat(FailureSignature.of("\n  boom  \n at A.b(A.java:7)")).isEqualTo("boom");
        assertThat(FailureSignature.of("")).isEmpty();
        assertThat(FailureSignature.of("x".repeat(1000))).hasSize(200);
        assertThat(FailureSignature.of("x".repeat(199) + "\uD83C\uDF47")).isEqualTo("x".repeat(199));
    }
}
