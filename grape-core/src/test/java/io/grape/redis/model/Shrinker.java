package io.grape.redis.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Takes steps out of a sequence that fails, for as long as it still fails. */
record Shrinker(Predicate<Sequence> fails) {
    Sequence shrink(Sequence failing) {
        Sequence best = failing;
        for (int size = failing.steps().size() / 2; size > 0; size /= 2) {
            best = withoutRuns(best, size);
        }
        return withSmallerSteps(withoutRuns(best, 1));
    }

    private Sequence withoutRuns(Sequence failing, int size) {
        Sequence best = failing;
        for (int from = best.steps().size() - size; from >= 0; from -= size) {
            List<Step> fewer = new ArrayList<>(best.steps());
            fewer.subList(from, Math.min(from + size, fewer.size())).clear();
            best = better(best, fewer);
        }
        return best;
    }

    private Sequence withSmallerSteps(Sequence failing) {
        Sequence best = failing;
        for (int i = 0; i < failing.steps().size(); i++) {
            int tried = 0;
            while (tried < best.steps().get(i).smaller().size()) {
                List<Step> changed = new ArrayList<>(best.steps());
                changed.set(i, best.steps().get(i).smaller().get(tried));
                Sequence before = best;
                best = better(best, changed);
                tried = best.equals(before) ? tried + 1 : 0;
            }
        }
        return best;
    }

    private Sequence better(Sequence best, List<Step> steps) {
        Sequence tried = new Sequence(best.start(), steps);
        return fails.test(tried) ? tried : best;
    }
}
