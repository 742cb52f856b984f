package io.grape.bench.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A report as JSON, every single run in it. */
public final class ReportJson {
    private ReportJson() {}

    /** Writes it to a file, whose directory is made. */
    public static void write(Report report, Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null) {
            Files.createDirectories(directory);
        }
        try (OutputStream out = Files.newOutputStream(file);
                JsonGenerator json = new JsonFactory().createGenerator(out).useDefaultPrettyPrinter()) {
            json.writeStartObject();
            json.writeStringField("scenario", report.scenario());
            texts(json, "machine", report.machine());
            texts(json, "options", report.options());
            json.writeArrayFieldStart("rows");
            for (String row : report.rows().keySet()) {
                row(json, report, row);
            }
            json.writeEndArray();
            spreads(json, "ratios", report.ratios());
            json.writeFieldName("notes");
            String[] notes = report.notes().toArray(String[]::new);
            json.writeArray(notes, 0, notes.length);
            json.writeEndObject();
        }
    }

    private static void texts(JsonGenerator json, String name, Map<String, String> texts) throws IOException {
        json.writeObjectFieldStart(name);
        for (Map.Entry<String, String> text : texts.entrySet()) {
            json.writeStringField(text.getKey(), text.getValue());
        }
        json.writeEndObject();
    }

    private static void row(JsonGenerator json, Report report, String row) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", row);
        spreads(json, "figures", report.spreads(row));
        json.writeArrayFieldStart("runs");
        for (Map<String, Double> run : report.rows().getOrDefault(row, List.of())) {
            json.writeStartObject();
            for (Map.Entry<String, Double> figure : run.entrySet()) {
                number(json, figure.getKey(), figure.getValue());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void spreads(JsonGenerator json, String name, Map<String, Spread> spreads) throws IOException {
        json.writeObjectFieldStart(name);
        for (Map.Entry<String, Spread> spread : spreads.entrySet()) {
            json.writeObjectFieldStart(spread.getKey());
            number(json, "median", spread.getValue().median());
            number(json, "min", spread.getValue().min());
            number(json, "max", spread.getValue().max());
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private static void number(JsonGenerator json, String name, double value) throws IOException {
        if (Double.isFinite(value)) {
            json.writeNumberField(name, value);
        } else {
            json.writeNullField(name);
        }
    }
}
