package io.grape.core.access;

/**
 * The subject of an act.
 *
 * @param tube a tube's name
 * @param target the id of a job, the name of a user and so on
 * @param detail other parameters, without secrets
 */
public record AuditSubject(String tube, String target, String detail) {}
