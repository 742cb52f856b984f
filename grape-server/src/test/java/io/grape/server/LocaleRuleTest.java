package io.grape.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Whatever the product formats names its locale. Error Prone refuses formats of numbers without one, but not those whose pattern is no
 * constant; this reads the sources of all modules.
 */
final class LocaleRuleTest {
    private static final Pattern WITHOUT_LOCALE = Pattern.compile("String\\.format\\((?!\\s*Locale\\.ROOT\\b)"
            + "|\\bprintf\\((?!\\s*Locale\\.ROOT\\b)"
            + "|\\.formatted\\("
            + "|\\.to(Lower|Upper)Case\\(\\)"
            + "|new (DecimalFormat|MessageFormat|SimpleDateFormat|Formatter)\\("
            + "|DateTimeFormatter\\.ofPattern\\([^;]*?\"\\s*\\)");

    @Test
    void everyFormatOfTheProductNamesItsLocale() throws IOException {
        Path root = Path.of("..").toAbsolutePath().normalize();
        List<String> found = new ArrayList<>();
        try (Stream<Path> modules = Files.list(root)) {
            for (Path sources : modules.map(module -> module.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(sources)) {
                    files.filter(file -> file.toString().endsWith(".java") && isWithout(file))
                            .map(file -> root.relativize(file).toString())
                            .forEach(found::add);
                }
            }
        }
        assertThat(found).as("files with a format without Locale.ROOT").isEmpty();
    }

    private static boolean isWithout(Path file) {
        try {
            return WITHOUT_LOCALE.matcher(Files.readString(file)).find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void formatWithoutALocaleIsFound() {
        assertThat(WITHOUT_LOCALE.matcher("String.format(\"%02d\", cost)").find())
                .isTrue();
        assertThat(WITHOUT_LOCALE.matcher("LINE.formatted(1)").find()).isTrue();
        assertThat(WITHOUT_LOCALE.matcher("name.toLowerCase()").find()).isTrue();
        assertThat(WITHOUT_LOCALE
                        .matcher("DateTimeFormatter.ofPattern(\"uuuu\")")
                        .find())
                .isTrue();
        assertThat(WITHOUT_LOCALE
                        .matcher("String.format(Locale.ROOT, \"%02d\", cost)")
                        .find())
                .isFalse();
    }
}
