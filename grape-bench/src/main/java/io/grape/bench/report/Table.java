package io.grape.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A report as text for people: the median of the runs and, in brackets, the least and the most. */
public final class Table {
    private Table() {}

    public static String of(Report report) {
        StringBuilder text = new StringBuilder(report.scenario()).append('\n');
        report.machine()
                .forEach((name, value) -> text.append("  ")
                        .append(name)
                        .append(": ")
                        .append(value)
                        .append('\n'));
        for (List<String> rows : report.tables()) {
            lines(report, rows).forEach(line -> text.append(line).append('\n'));
        }
        report.ratios()
                .forEach((name, ratio) -> text.append("ratio of ")
                        .append(name)
                        .append(": ")
                        .append(ratio)
                        .append('\n'));
        report.notes().forEach(note -> text.append("note: ").append(note).append('\n'));
        return text.toString();
    }

    private static List<String> lines(Report report, List<String> rows) {
        Set<String> figures = new LinkedHashSet<>();
        rows.forEach(row -> figures.addAll(report.spreads(row).keySet()));
        List<List<String>> cells = new ArrayList<>();
        cells.add(new ArrayList<>(List.of("")));
        cells.get(0).addAll(figures);
        for (String row : rows) {
            Map<String, Spread> spreads = report.spreads(row);
            List<String> line = new ArrayList<>(List.of(row));
            figures.forEach(figure -> line.add(spreads.containsKey(figure) ? String.valueOf(spreads.get(figure)) : ""));
            cells.add(line);
        }
        return aligned(cells);
    }

    private static List<String> aligned(List<List<String>> cells) {
        int columns = cells.get(0).size();
        StringBuilder[] lines = cells.stream().map(line -> new StringBuilder()).toArray(StringBuilder[]::new);
        for (int column = 0; column < columns; column++) {
            int at = column;
            int width =
                    cells.stream().mapToInt(line -> line.get(at).length()).max().orElse(0);
            for (int row = 0; row < lines.length; row++) {
                String cell = cells.get(row).get(column);
                String gap = " ".repeat(width - cell.length());
                lines[row].append(column == 0 ? cell + gap : "  " + gap + cell);
            }
        }
        return List.of(lines).stream().map(StringBuilder::toString).toList();
    }
}
