package io.grape.server.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.server.config.OptionValues;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/** What the doctor said, in this process. */
public record DoctorOutput(int status, List<String> findings) {
    public static DoctorOutput to(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int status = new Doctor(OptionValues.read(List.of(args), Map.of()), new PrintStream(out, true, UTF_8)).run();
        return new DoctorOutput(status, findings(out.toString(UTF_8)));
    }

    static List<String> findings(String out) {
        return out.lines()
                .filter(line -> line.matches("(ok|warn|not seen|LOSES JOBS|UNUSABLE) .*"))
                .toList();
    }
}
