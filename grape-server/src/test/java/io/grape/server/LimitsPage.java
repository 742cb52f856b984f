package io.grape.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The tables of docs/limits.md that concern a broker. */
public final class LimitsPage {
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| (?!limit \\|)([^|]+) \\|([^|]*)\\|([^|]*)\\|([^|]*)\\|$");

    private LimitsPage() {}

    /** One limit, as the page shows it; the limit itself without marks and links. */
    public record Row(String limit, String value, String option, String error) {}

    public static List<Row> rows() {
        try {
            // The generated tables are compared with the declarations where they are generated.
            String page = Files.readString(Path.of("..", "docs", "limits.md"))
                    .replaceAll("(?s)<!-- generated: .*?<!-- end -->", "");
            return ROW.matcher(page.substring(0, page.indexOf("\n## Grape 1.3 calls")))
                    .results()
                    .map(row -> new Row(
                            row.group(1).replaceAll("`|\\[|]\\([^)]*\\)", ""),
                            row.group(2).strip(),
                            row.group(3).strip(),
                            row.group(4).strip()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
