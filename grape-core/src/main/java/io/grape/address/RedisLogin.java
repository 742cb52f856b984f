package io.grape.address;

/** Both empty where there is nothing to log in with, the user where the default one is meant. */
public record RedisLogin(String user, String password) {
    static final RedisLogin NONE = new RedisLogin("", "");

    @Override
    public String toString() {
        return password.isEmpty() ? "" : user + ":***";
    }
}
