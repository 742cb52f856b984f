package io.grape.cli.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grape.cli.call.ExitCode;
import io.grape.cli.terminal.Output;
import io.grape.cli.terminal.Terminal;
import io.grape.client.ErrorCode;
import io.grape.client.GateMatch;
import io.grape.client.GateMode;
import io.grape.client.GatePreview;
import io.grape.client.GateSettings;
import io.grape.client.GateStatus;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.TubeGates;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code grape gate}. */
@Command(
        name = "gate",
        description = "Gates hold, drop, bury or refuse some jobs of a tube.",
        subcommands = {GateWords.Ls.class, GateWords.Set.class, GateWords.Rm.class})
public final class GateWords {
    private static final List<String> COLUMNS =
            List.of("name", "mode", "match", "state", "until", "held", "dropped", "buried", "by", "reason");

    private GateWords() {}

    /** {@code grape gate ls}. */
    @Command(name = "ls", description = "Lists the gates of a tube. Its pause is the gate 'pause'.")
    static final class Ls extends OfTube {
        Ls(Terminal terminal) {
            super(terminal);
        }

        @Override
        protected int run(Grape grape) {
            output().all(COLUMNS, grape.tubes().gates(tube()).list().stream().map(StatusJson::of));
            return ExitCode.OK;
        }
    }

    /** Which jobs. */
    static final class Match {
        @Option(names = "--key", paramLabel = "KEY", description = "the jobs with this key")
        private @Nullable String key;

        @Option(names = "--label", paramLabel = "LABEL", description = "the jobs with this label")
        private @Nullable String label;

        @Option(names = "--all", description = "all jobs of the tube")
        @SuppressWarnings("unused") // It stands for the lack of others.
        private boolean all;

        GateMatch match() {
            if (key != null) {
                return GateMatch.key(key);
            }
            return label == null ? GateMatch.ALL : GateMatch.label(label);
        }
    }

    /** What it does. */
    static final class Mode {
        @Option(names = "--hold", description = "ready jobs wait until the gate is lifted")
        @SuppressWarnings("unused") // It is the default; this says so aloud.
        private boolean hold;

        @Option(names = "--drop", description = "ready jobs are removed")
        private boolean drop;

        @Option(names = "--bury", description = "ready jobs fail")
        private boolean bury;

        @Option(names = "--refuse", description = "new jobs are refused")
        private boolean refuse;

        GateMode mode() {
            if (drop) {
                return GateMode.DROP;
            }
            if (bury) {
                return GateMode.BURY;
            }
            return refuse ? GateMode.REFUSE : GateMode.HOLD;
        }
    }

    /** When it is lifted by itself. */
    static final class End {
        @Option(names = "--until", paramLabel = "TIME", description = "it is lifted by itself then")
        private @Nullable Instant until;

        @Option(names = "--for", paramLabel = "TIME", description = "it is lifted by itself after that, such as 2h")
        private @Nullable Duration time;

        @Nullable
        Instant until() {
            return time == null ? until : Instant.now().plus(time);
        }
    }

    /** {@code grape gate set}. */
    @Command(
            name = "set",
            description = "Puts a gate up, or replaces the one of that name. Shows how many ready jobs it matches.")
    static final class Set extends OfTube {
        @Parameters(index = "1", paramLabel = "NAME", description = "the name of the gate")
        private String name = "";

        @ArgGroup(multiplicity = "1")
        private Mode mode = new Mode();

        @ArgGroup(multiplicity = "1")
        private Match match = new Match();

        @ArgGroup
        private @Nullable End end;

        @Option(names = "--reason", paramLabel = "TEXT", description = "for people, up to 200 characters")
        private @Nullable String reason;

        @Option(names = "--dry-run", description = "count the jobs, show some, and change nothing")
        private boolean dryRun;

        Set(Terminal terminal) {
            super(terminal);
        }

        private GateSettings settings() {
            return new GateSettings(match.match(), mode.mode(), end == null ? null : end.until(), reason);
        }

        @Override
        protected int run(Grape grape) throws Exception {
            TubeGates gates = grape.tubes().gates(tube());
            GateSettings settings = settings();
            if (dryRun) {
                output().one(StatusJson.of(gates.preview(settings)));
                return ExitCode.OK;
            }
            if (options().isCurl()) {
                gates.put(name, settings);
                return ExitCode.OK;
            }
            GatePreview preview = gates.preview(settings);
            if (settings.mode() == GateMode.DROP || settings.mode() == GateMode.BURY) {
                confirmation().ask(act(settings, preview));
            }
            ObjectNode put = StatusJson.of(gates.put(name, settings));
            output().one(put.put("matching", preview.matching()).put("exact", preview.isExact()));
            return ExitCode.OK;
        }

        private String act(GateSettings settings, GatePreview preview) {
            return Output.name(settings.mode()) + (preview.isExact() ? " " : " at least ")
                    + Output.counted(preview.matching(), "ready job") + " of tube " + tube()
                    + ", and all that match from now on";
        }
    }

    /** {@code grape gate rm}. */
    @Command(name = "rm", description = "Lifts a gate: what it held is delivered.")
    static final class Rm extends OfTube {
        @Parameters(index = "1", paramLabel = "NAME", description = "the name of the gate")
        private String name = "";

        Rm(Terminal terminal) {
            super(terminal);
        }

        @Override
        protected int run(Grape grape) throws Exception {
            TubeGates gates = grape.tubes().gates(tube());
            if (!options().isCurl() && !options().isYes()) {
                GateStatus gate = gates.list().stream()
                        .filter(one -> one.name().equals(name))
                        .findFirst()
                        .orElseThrow(this::nothing);
                confirmation()
                        .ask("lift gate " + name + " of tube " + tube() + ", which holds "
                                + Output.counted(gate.held(), "job"));
            }
            if (!gates.lift(name)) {
                throw nothing();
            }
            return ExitCode.OK;
        }

        private GrapeException nothing() {
            return new GrapeException(ErrorCode.NOT_FOUND, "there is no gate '" + name + "' in tube '" + tube() + "'");
        }
    }
}
