package io.grape.cli.terminal;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Aligned columns, with two spaces between them. */
final class Table {
    private static final String BOLD = "\u001b[1m";
    private static final String PLAIN = "\u001b[0m";

    private final List<List<String>> rows = new ArrayList<>();
    private final boolean hasHead;

    /**
     * A table with a head.
     *
     * @param columns empty: no head
     */
    Table(List<String> columns) {
        hasHead = !columns.isEmpty();
        if (hasHead) {
            rows.add(columns.stream()
                    .map(name -> name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toUpperCase(Locale.ROOT))
                    .toList());
        }
    }

    void add(List<String> cells) {
        rows.add(cells.stream().map(Plain::text).toList());
    }

    void print(PrintStream out, boolean hasColour) {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        int[] widths = new int[columns];
        rows.forEach(row -> {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        });
        for (int i = 0; i < rows.size(); i++) {
            String line = line(rows.get(i), widths);
            out.println(i == 0 && hasHead && hasColour ? BOLD + line + PLAIN : line);
        }
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.size(); i++) {
            line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
        }
        return line.toString().stripTrailing();
    }
}
