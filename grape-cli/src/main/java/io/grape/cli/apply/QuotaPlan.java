package io.grape.cli.apply;

import io.grape.cli.settings.SettingsJson;
import io.grape.cli.terminal.Output;
import io.grape.client.Grape;
import io.grape.client.QuotaSettings;
import io.grape.client.QuotaStatus;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What differs between the quotas and a file. */
final class QuotaPlan {
    private static final String WHAT = "quota";

    private final Grape grape;
    private final List<Change> changes;
    private final List<Change> removals;

    QuotaPlan(Grape grape, List<Change> changes, List<Change> removals) {
        this.grape = grape;
        this.changes = changes;
        this.removals = removals;
    }

    void look(List<Wanted> wanted) {
        Map<String, QuotaStatus> current =
                grape.quotas().list().stream().collect(Collectors.toMap(QuotaStatus::name, Function.identity()));
        for (Wanted one : wanted) {
            QuotaSettings settings = QuotaSettings.fromJson(one.fields());
            QuotaStatus old = current.remove(one.name());
            if (old == null || !old.settings().equals(settings)) {
                changes.add(new Change(
                        old == null ? Change.Kind.CREATE : Change.Kind.CHANGE,
                        WHAT,
                        one.name(),
                        one.place(),
                        FieldChange.between(
                                old == null ? Output.item() : SettingsJson.put(Output.item(), old.settings()),
                                SettingsJson.put(Output.item(), settings)),
                        () -> grape.quotas().put(one.name(), settings)));
            }
        }
        current.forEach((name, quota) -> removals.add(new Change(
                Change.Kind.REMOVE,
                WHAT,
                name,
                null,
                FieldChange.between(SettingsJson.put(Output.item(), quota.settings()), Output.item()),
                () -> grape.quotas().delete(name))));
    }
}
