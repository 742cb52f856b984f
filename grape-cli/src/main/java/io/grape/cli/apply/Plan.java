package io.grape.cli.apply;

import io.grape.client.Grape;
import java.util.ArrayList;
import java.util.List;

/**
 * What differs between a broker and files.
 *
 * @param changes in the order in which they are to be done
 * @param removals what the files do not name, of the sections that they have
 */
record Plan(List<Change> changes, List<Change> removals) {
    /** Looks at the broker, and changes nothing. */
    static Plan of(Grape grape, Desired desired) {
        List<Change> changes = new ArrayList<>();
        List<Change> removals = new ArrayList<>();
        for (WantedTube tube : desired.tubes()) {
            TubePlan plan = new TubePlan(grape, tube);
            plan.look();
            changes.addAll(plan.changes());
            removals.addAll(plan.removals());
        }
        if (desired.quotas() != null) {
            new QuotaPlan(grape, changes, removals).look(desired.quotas());
        }
        return new Plan(changes, removals);
    }
}
