package io.grape.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.Seed;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureSignatureTest {
    private static final List<String> PIECES = List.of(
            "timeout",
            "facade",
            "it's",
            "é",
            "ß",
            "\uD83C\uDF47",
            "٣",
            "\"",
            "'",
            "`",
            " ",
            " ",
            "_",
            "-",
            ".",
            ",",
            ":",
            "=",
            "0x",
            "0X",
            "a",
            "f",
            "F",
            "g",
            "x",
            "Z",
            "0",
            "7",
            "42",
            "1.5",
            "dead",
            "DEADBEEF1",
            "1a2b3c4d",
            "123e4567-e89b-12d3-a456-426614174000",
            "\u00A0");

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
                "v12a3b4c5d6 at a-DEADBEEF12, 0xg, xdeadbeef12 | v<n>a<n>b<n>c<n>d<n> at a-<hex>, <n>xg, xdeadbeef<n>",
                "it's 'a', she's \"b | it's <text>, she's \"b",
                "can't open what isn't there | can't open what isn't there",
                "attempts are spent | attempts are spent"
            })
    void whatDiffersFromJobToJobIsReplaced(String reason, String signature) {
        assertThat(FailureSignature.of(reason)).isEqualTo(signature);
    }

    /** Where nothing that varies can begin is not looked at by the pattern. */
    @Test
    void whatIsLeftOutToBeFastChangesNothing() {
        Random random = Seed.random();
        for (int i = 0; i < 1_000; i++) {
            String reason = reason(random);
            assertThat(FailureSignature.of(reason)).as(reason).isEqualTo(plainly(reason));
        }
    }

    private static String reason(Random random) {
        return IntStream.range(0, 1 + random.nextInt(80))
                .mapToObj(i -> PIECES.get(random.nextInt(PIECES.size())))
                .collect(Collectors.joining());
    }

    private static String plainly(String reason) {
        Matcher varying = FailureSignature.VARYING.matcher(reason.strip());
        StringBuilder signature = new StringBuilder();
        while (varying.find()) {
            varying.appendReplacement(signature, FailureSignature.standIn(varying));
        }
        varying.appendTail(signature);
        int end = Math.min(signature.length(), FailureSignature.MAX_CHARACTERS);
        boolean halved = end < signature.length() && Character.isHighSurrogate(signature.charAt(end - 1));
        return signature.substring(0, halved ? end - 1 : end);
    }

    @Test
    void onlyTheFirstLineCountsAndNotMoreThan200Characters() {
        assertThat(FailureSignature.of("\n  boom  \n at A.b(A.java:7)")).isEqualTo("boom");
        assertThat(FailureSignature.of("")).isEmpty();
        assertThat(FailureSignature.of("x".repeat(1000))).hasSize(200);
        assertThat(FailureSignature.of("10 ".repeat(333))).isEqualTo("<n> ".repeat(50));
        assertThat(FailureSignature.of("x".repeat(198) + "'no end' of it")).isEqualTo("x".repeat(198) + "'n");
        assertThat(FailureSignature.of("x".repeat(197) + " 'an end'")).isEqualTo("x".repeat(197) + " <t");
        assertThat(FailureSignature.of("x".repeat(199) + "\uD83C\uDF47")).isEqualTo("x".repeat(199));
    }
}
