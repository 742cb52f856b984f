package io.grape.cli.apply;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What files want.
 *
 * @param quotas null = no file has such a section
 */
record Desired(List<WantedTube> tubes, @Nullable List<Wanted> quotas) {}
