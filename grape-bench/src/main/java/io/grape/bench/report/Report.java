package io.grape.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The runs of one scenario. A row is one contender or one condition, a column one figure. */
public final class Report {
    private final String scenario;
    private final Map<String, String> options;
    private final Map<String, String> machine;
    private final Map<String, List<Map<String, Double>>> rows = new LinkedHashMap<>();
    private final Set<Integer> tables = new LinkedHashSet<>(Set.of(0));
    private final Map<String, Spread> ratios = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();

    public Report(String scenario, Map<String, String> options, Map<String, String> machine) {
        this.scenario = scenario;
        this.options = options;
        this.machine = new LinkedHashMap<>(machine);
    }

    /** Adds one run. */
    public void run(String row, Map<String, Double> figures) {
        rows.computeIfAbsent(row, name -> new ArrayList<>()).add(new LinkedHashMap<>(figures));
    }

    /** The rows from here on have columns of their own, where people read them. */
    public void beginTable() {
        tables.add(rows.size());
    }

    /** A fact about the machine or about what ran on it. */
    public void machine(String name, String value) {
        machine.put(name, value);
    }

    public void note(String note) {
        notes.add(note);
    }

    /** The ratio of one figure in two rows, from each run to the one that was made next to it. */
    public void ratio(String figure, String row, String other) {
        List<Map<String, Double>> ours = rows.getOrDefault(row, List.of());
        List<Map<String, Double>> theirs = rows.getOrDefault(other, List.of());
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < Math.min(ours.size(), theirs.size()); i++) {
            values.add(
                    ours.get(i).getOrDefault(figure, Double.NaN) / theirs.get(i).getOrDefault(figure, Double.NaN));
        }
        if (!values.isEmpty()) {
            ratios.put(figure + ", " + row + " / " + other, Spread.of(values));
        }
    }

    String scenario() {
        return scenario;
    }

    Map<String, String> options() {
        return options;
    }

    Map<String, String> machine() {
        return machine;
    }

    Map<String, List<Map<String, Double>>> rows() {
        return rows;
    }

    /** The names of the rows, by table. */
    List<List<String>> tables() {
        List<String> names = List.copyOf(rows.keySet());
        List<List<String>> parts = new ArrayList<>();
        for (int row = 0; row < names.size(); row++) {
            if (tables.contains(row)) {
                parts.add(new ArrayList<>());
            }
            parts.get(parts.size() - 1).add(names.get(row));
        }
        return parts;
    }

    Map<String, Spread> ratios() {
        return ratios;
    }

    List<String> notes() {
        return notes;
    }

    /** All figures of a row, by name. */
    Map<String, Spread> spreads(String row) {
        List<Map<String, Double>> runs = rows.getOrDefault(row, List.of());
        Set<String> figures = new LinkedHashSet<>();
        runs.forEach(run -> figures.addAll(run.keySet()));
        Map<String, Spread> spreads = new LinkedHashMap<>();
        for (String figure : figures) {
            spreads.put(
                    figure,
                    Spread.of(runs.stream()
                            .map(run -> run.getOrDefault(figure, Double.NaN))
                            .toList()));
        }
        return spreads;
    }
}
