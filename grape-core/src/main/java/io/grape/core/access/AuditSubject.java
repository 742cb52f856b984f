package io.grape.core.access;

/**
 * What something was done to.
 *
 * @param tube a tube's name
 * @param target the id of a job, the name of a user and so on
 * @param detail what else was asked for, without secrets
 */
public record AuditSubject(String tube, String target, String detail) {}
