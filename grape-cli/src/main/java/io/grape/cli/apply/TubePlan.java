package io.grape.cli.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grape.cli.settings.SettingsJson;
import io.grape.cli.settings.TubeSettingsJson;
import io.grape.cli.terminal.Output;
import io.grape.client.GateSettings;
import io.grape.client.GateStatus;
import io.grape.client.Grape;
import io.grape.client.TubeGates;
import io.grape.client.TubeSettings;
import io.grape.client.TubeStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What differs between a tube, its pause and its gates, and a file. */
final class TubePlan {
    /** The pause of a tube is shown as a gate of this name. */
    private static final String PAUSE = "pause";

    private final Grape grape;
    private final WantedTube wanted;
    private final List<Change> changes = new ArrayList<>();
    private final List<Change> removals = new ArrayList<>();

    TubePlan(Grape grape, WantedTube wanted) {
        this.grape = grape;
        this.wanted = wanted;
    }

    List<Change> changes() {
        return changes;
    }

    /** What the file does not name. */
    List<Change> removals() {
        return removals;
    }

    void look() {
        Optional<TubeStatus> tube = grape.tubes().status(wanted.name());
        settings(tube);
        if (wanted.gates() != null) {
            gates(wanted.gates(), tube.isPresent());
        }
        if (wanted.schedules() != null) {
            new SchedulePlan(grape, wanted.name(), changes, removals).look(wanted.schedules(), tube.isPresent());
        }
        pause(tube.isPresent() && tube.get().paused() != null);
    }

    private void settings(Optional<TubeStatus> tube) {
        ObjectNode current =
                tube.map(found -> TubeSettingsJson.of(found.settings())).orElseGet(Output::item);
        ObjectNode all = TubeSettingsJson.of(TubeSettings.fromJson(wanted.settings()));
        current.retain(names(all));
        List<FieldChange> fields = FieldChange.between(current, all);
        if (tube.isPresent() && fields.isEmpty()) {
            return;
        }
        ObjectNode differing = wanted.settings().deepCopy();
        Set<String> changed =
                fields.stream().map(field -> field.name().split("\\.", 2)[0]).collect(Collectors.toSet());
        differing.retain(changed);
        TubeSettings sent = TubeSettings.fromJson(differing);
        changes.add(new Change(
                tube.isPresent() ? Change.Kind.CHANGE : Change.Kind.CREATE,
                "tube",
                wanted.name(),
                wanted.place(),
                fields,
                () -> grape.tubes().configure(wanted.name(), sent)));
    }

    private static List<String> names(ObjectNode json) {
        List<String> names = new ArrayList<>();
        json.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private void gates(List<Wanted> wantedGates, boolean exists) {
        TubeGates gates = grape.tubes().gates(wanted.name());
        Map<String, GateStatus> current = (exists ? gates.list() : List.<GateStatus>of())
                .stream()
                        .filter(gate -> !gate.name().equals(PAUSE) && !gate.isLifting())
                        .collect(Collectors.toMap(GateStatus::name, Function.identity()));
        for (Wanted gate : wantedGates) {
            if (gate.name().equals(PAUSE)) {
                throw gate.place().wrong("expected paused: true of the tube, got a gate of this name");
            }
            GateSettings settings = Typed.gate(gate.fields());
            GateStatus old = current.remove(gate.name());
            Instant until = settings.until();
            boolean isOver = until != null && old == null && until.isBefore(Instant.now());
            if (!isOver && (old == null || !old.settings().equals(settings))) {
                changes.add(new Change(
                        old == null ? Change.Kind.CREATE : Change.Kind.CHANGE,
                        "gate",
                        wanted.name() + "/" + gate.name(),
                        gate.place(),
                        FieldChange.between(
                                old == null ? Output.item() : SettingsJson.put(Output.item(), old.settings()),
                                SettingsJson.put(Output.item(), settings)),
                        () -> gates.put(gate.name(), settings)));
            }
        }
        current.forEach((name, gate) -> removals.add(new Change(
                Change.Kind.REMOVE,
                "gate",
                wanted.name() + "/" + name,
                null,
                FieldChange.between(SettingsJson.put(Output.item(), gate.settings()), Output.item()),
                () -> gates.lift(name))));
    }

    private void pause(boolean isPaused) {
        Boolean wish = wanted.isPaused();
        if (wish != null && wish != isPaused) {
            changes.add(new Change(
                    Change.Kind.CHANGE,
                    "tube",
                    wanted.name(),
                    wanted.place(),
                    FieldChange.between(
                            Output.item().put("paused", isPaused), Output.item().put("paused", wish)),
                    () -> {
                        if (wish) {
                            grape.tubes().pause(wanted.name(), null, null);
                        } else {
                            grape.tubes().resume(wanted.name());
                        }
                    }));
        }
    }
}
