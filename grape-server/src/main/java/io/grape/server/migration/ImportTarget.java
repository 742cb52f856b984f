package io.grape.server.migration;

import io.grape.core.migration.Adoption;
import io.grape.core.tube.Tubes;
import io.grape.server.access.CommandAudit;

/** Where it takes them to, and where it is written down. */
public record ImportTarget(Tubes tubes, Adoption adoption, CommandAudit audit) {}
