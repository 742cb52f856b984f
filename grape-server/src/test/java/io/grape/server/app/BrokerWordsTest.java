package io.grape.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.command.Words;
import io.grape.server.config.Options;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrokerWordsTest {
    private static final List<String> OF_DOCTOR = List.of("--through=", "--through-wait-ms=");

    private static String help(String word, String... verb) {
        List<String> args = new ArrayList<>(List.of(word));
        args.addAll(List.of(verb));
        args.add("--help");
        return Words.last(Words.read(List.of(BrokerWords.word(word)), args))
                .commandSpec()
                .commandLine()
                .getUsageMessage();
    }

    @Test
    void helpNamesEveryOptionOfItsWord() {
        List<String> all =
                Options.all().stream().map(option -> " " + option.flag() + "=").toList();
        assertThat(help("doctor")).startsWith("usage: ./grape doctor ").contains(all);
        assertThat(help("server"))
                .startsWith("usage: ./grape server ")
                .contains(all.stream()
                        .filter(flag -> !OF_DOCTOR.contains(flag.strip()))
                        .toList())
                .contains("GRAPE_HTTP_PORT", "http-port: 9521", "default: 9521")
                .doesNotContain(OF_DOCTOR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"user", "token", "import-grape13"})
    void wordsAboutTheStoreShowWhereItIsAndTakeAllOtherOptions(String word) {
        assertThat(help(word)).contains(" --redis=", " --namespace=", " --data-dir=", " --config=");
        assertThat(Options.all().stream().filter(option -> option.fallback() != null && !Options.isOfStore(option)))
                .isNotEmpty()
                .allSatisfy(option -> assertThat(help(word, option.flag(), String.valueOf(option.fallback())))
                        .doesNotContain(option.flag() + "="));
    }

    @Test
    void eachVerbHasHelpOfItsOwn() {
        assertThat(help("user", "add")).startsWith("usage: ./grape user add ").contains("--role=viewer|operator|admin");
        assertThat(help("token", "revoke")).contains("./grape token revoke", " ID");
    }
}
