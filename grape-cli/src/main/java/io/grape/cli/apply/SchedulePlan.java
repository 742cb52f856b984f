package io.grape.cli.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grape.cli.job.RawTube;
import io.grape.cli.settings.Payloads;
import io.grape.cli.settings.SettingsJson;
import io.grape.cli.terminal.Output;
import io.grape.client.Grape;
import io.grape.client.ScheduleJob;
import io.grape.client.ScheduleStatus;
import io.grape.client.Tube;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What differs between the schedules of a tube and a file. */
final class SchedulePlan {
    private final Grape grape;
    private final String tube;
    private final List<Change> changes;
    private final List<Change> removals;

    SchedulePlan(Grape grape, String tube, List<Change> changes, List<Change> removals) {
        this.grape = grape;
        this.tube = tube;
        this.changes = changes;
        this.removals = removals;
    }

    void look(List<Wanted> wanted, boolean exists) {
        Tube<byte[]> any = RawTube.of(tube);
        Map<String, ScheduleStatus> current = (exists ? grape.schedules().list(any) : List.<ScheduleStatus>of())
                .stream().collect(Collectors.toMap(ScheduleStatus::name, Function.identity()));
        for (Wanted one : wanted) {
            look(one, Optional.ofNullable(current.remove(one.name())));
        }
        current.forEach((name, schedule) -> removals.add(new Change(
                Change.Kind.REMOVE,
                "schedule",
                tube + "/" + name,
                null,
                FieldChange.between(SettingsJson.put(Output.item(), schedule.settings()), Output.item()),
                () -> grape.schedules().delete(any, name))));
    }

    private void look(Wanted wanted, Optional<ScheduleStatus> current) {
        WantedSchedule schedule = new WantedSchedule(wanted.fields());
        ObjectNode after = schedule.withDefaults();
        ObjectNode before = current.map(found -> shown(found, after)).orElseGet(Output::item);
        List<FieldChange> fields = FieldChange.between(before, after);
        if (current.isPresent() && fields.isEmpty()) {
            return;
        }
        // The broker knows what can occur: it is asked before anything is changed.
        Change.at(
                wanted.place(),
                "schedule " + wanted.name(),
                () -> grape.schedules().preview(schedule.timing(), 1));
        changes.add(new Change(
                current.isPresent() ? Change.Kind.CHANGE : Change.Kind.CREATE,
                "schedule",
                tube + "/" + wanted.name(),
                wanted.place(),
                fields,
                () -> grape.schedules()
                        .put(
                                RawTube.of(tube, schedule.contentType()),
                                wanted.name(),
                                schedule.settings(),
                                schedule.job())));
    }

    /** What it is now, without what the file leaves as it is, and without what the caller may not see. */
    private ObjectNode shown(ScheduleStatus found, ObjectNode after) {
        ObjectNode json = SettingsJson.put(Output.item(), found.settings());
        if (!after.has("paused")) {
            json.remove("paused");
        }
        Optional<ScheduleJob> job = grape.schedules().job(RawTube.of(tube), found.name());
        job.ifPresent(known -> {
            SettingsJson.put(json, known);
            if (known.isPayloadHidden()) {
                json.remove("payloadHidden");
                List.of("payload", "payloadBase64", "headers", "contentType").forEach(name -> {
                    json.remove(name);
                    after.remove(name);
                });
            }
        });
        return Payloads.readAgain(json);
    }
}
