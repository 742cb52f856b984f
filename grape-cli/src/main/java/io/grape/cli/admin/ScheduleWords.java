package io.grape.cli.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grape.cli.call.ExitCode;
import io.grape.cli.call.Pages;
import io.grape.cli.call.Word;
import io.grape.cli.job.RawTube;
import io.grape.cli.settings.Json;
import io.grape.cli.settings.SettingsJson;
import io.grape.cli.terminal.Output;
import io.grape.cli.terminal.Terminal;
import io.grape.client.ErrorCode;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.NewJob;
import io.grape.client.ScheduleSettings;
import io.grape.client.ScheduleStatus;
import io.grape.client.Tube;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code grape schedule}. */
@Command(
        name = "schedule",
        description = "Schedules make jobs by a cron expression or at an interval.",
        subcommands = {
            ScheduleWords.Ls.class,
            ScheduleWords.Show.class,
            ScheduleWords.Set.class,
            ScheduleWords.Preview.class,
            ScheduleWords.Pause.class,
            ScheduleWords.Resume.class,
            ScheduleWords.Run.class,
            ScheduleWords.Rm.class
        })
public final class ScheduleWords {
    private static final List<String> COLUMNS = List.of(
            "name", "state", "cron", "timeZone", "everyMs", "nextAt", "lastAt", "lastState", "skipped", "failures");

    private ScheduleWords() {}

    /** {@code grape schedule ls}. */
    @Command(name = "ls", description = "Lists the schedules of a tube, or of all tubes.")
    static final class Ls extends Word {
        private static final String OF = "tube";

        @Parameters(index = "0", arity = "0..1", paramLabel = "TUBE", description = "the tube; default: all")
        private @Nullable String tube;

        Ls(Terminal terminal) {
            super(terminal);
        }

        @Override
        protected int run(Grape grape) {
            if (tube == null) {
                List<String> columns =
                        Stream.concat(Stream.of(OF), COLUMNS.stream()).toList();
                output().each(
                                columns,
                                rows -> Pages.each(
                                        Long.MAX_VALUE,
                                        (size, cursor) -> Pages.tubes(grape, size, cursor),
                                        one -> items(grape, one.name())
                                                .allMatch(item -> rows.add(item.put(OF, one.name())))));
            } else {
                output().all(COLUMNS, items(grape, tube));
            }
            return ExitCode.OK;
        }

        private Stream<ObjectNode> items(Grape grape, String of) {
            return grape.schedules().list(RawTube.of(of)).stream()
                    .map(one -> output().isTable() ? row(one) : StatusJson.of(one));
        }

        /** A table has no room for what is nested. */
        private static ObjectNode row(ScheduleStatus schedule) {
            ObjectNode row = StatusJson.of(schedule);
            schedule.next().stream().findFirst().ifPresent(next -> Json.put(row, "nextAt", next));
            ScheduleStatus.LastRun last = schedule.last();
            if (last != null) {
                Json.put(row, "lastAt", last.at());
                row.put(
                        "lastState",
                        last.state() == null ? "gone" : last.state().wireName());
            }
            return row;
        }
    }

    /** A word for one schedule. */
    abstract static class OfOne extends OfTube {
        @Parameters(index = "1", paramLabel = "NAME", description = "the name of the schedule")
        private String name = "";

        OfOne(Terminal terminal) {
            super(terminal);
        }

        final Tube<byte[]> of() {
            return RawTube.of(tube());
        }

        final String name() {
            return name;
        }

        final GrapeException nothing() {
            return new GrapeException(
                    ErrorCode.NOT_FOUND, "there is no schedule '" + name + "' in tube '" + tube() + "'");
        }

        final int shown(ScheduleStatus schedule) {
            output().one(StatusJson.of(schedule));
            return ExitCode.OK;
        }
    }

    /** {@code grape schedule show}. */
    @Command(name = "show", description = "Shows a schedule, how its last run went, and what its jobs are.")
    static final class Show extends OfOne {
        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        protected int run(Grape grape) {
            ScheduleStatus schedule = grape.schedules().get(of(), name()).orElseThrow(this::nothing);
            ObjectNode json = StatusJson.of(schedule);
            grape.schedules().job(of(), name()).ifPresent(job -> SettingsJson.put(json, job));
            output().one(json);
            return ExitCode.OK;
        }
    }

    /** {@code grape schedule set}. */
    @Command(
            name = "set",
            description = "Puts a schedule, or replaces all of the one of that name. Creates the tube if needed.")
    static final class Set extends OfOne {
        @Mixin
        private TimingOptions timing = new TimingOptions();

        @Mixin
        private ScheduleJobOptions job = new ScheduleJobOptions();

        @Option(names = "--paused", description = "it has no occurrences until it is resumed")
        private boolean paused;

        Set(Terminal terminal) {
            super(terminal);
        }

        @Override
        protected int run(Grape grape) throws Exception {
            ScheduleSettings settings = timing.settings();
            NewJob<byte[]> made = job.job(terminal());
            Tube<byte[]> tube = RawTube.of(tube(), job.contentType(made));
            boolean unused = createTube(grape, tube.name());
            return shown(grape.schedules().put(tube, name(), paused ? settings.paused(true) : settings, made));
        }
    }

    /** {@code grape schedule preview}. */
    @Command(name = "preview", description = "Shows when a schedule would occur. Nothing is changed.")
    static final class Preview extends Word {
        private static final List<String> TIMES = List.of("at", "local", "offset", "fell");

        @Mixin
        private TimingOptions timing = new TimingOptions();

        @Option(names = "-n", paramLabel = "N", description = "how often, 1 to 100; default: ${DEFAULT-VALUE}")
        private int count = 5;

        Preview(Terminal terminal) {
            super(terminal);
        }

        @Override
        protected int run(Grape grape) {
            output().all(
                            TIMES,
                            grape.schedules().preview(timing.settings(), count).stream()
                                    .map(StatusJson::of));
            return ExitCode.OK;
        }
    }

    /** {@code grape schedule pause}. */
    @Command(name = "pause", description = "Pauses a schedule.")
    static final class Pause extends OfOne {
        Pause(Terminal terminal) {
            super(terminal);
        }

        @Override
        protected int run(Grape grape) {
            return shown(grape.schedules().pause(of(), name()));
        }
    }

    /** {@code grape schedule resume}. */
    @Command(name = "resume", description = "Goes on with a paused schedule, from its next occurrence on.")
    static final class Resume extends OfOne {
        Resume(Terminal terminal) {
            super(terminal);
        }

        @Override
        protected int run(Grape grape) {
            return shown(grape.schedules().resume(of(), name()));
        }
    }

    /** {@code grape schedule run}. */
    @Command(name = "run", description = "Makes a job that is due now, beside the occurrences.")
    static final class Run extends OfOne {
        Run(Terminal terminal) {
            super(terminal);
        }

        @Override
        protected int run(Grape grape) {
            output().one(Output.item().put("id", grape.schedules().run(of(), name())));
            return ExitCode.OK;
        }
    }

    /** {@code grape schedule rm}. */
    @Command(name = "rm", description = "Removes a schedule, and its next job unless that was delivered.")
    static final class Rm extends OfOne {
        Rm(Terminal terminal) {
            super(terminal);
        }

        @Override
        protected int run(Grape grape) throws Exception {
            confirmation().ask("remove 1 schedule, " + name() + " of tube " + tube() + ", and its next job");
            if (!grape.schedules().delete(of(), name())) {
                throw nothing();
            }
            return ExitCode.OK;
        }
    }
}
