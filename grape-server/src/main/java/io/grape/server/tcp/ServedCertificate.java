package io.grape.server.tcp;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificate that all ports of a broker show, and its key. When its files change, new handshakes use the new certificate, while
 * open connections go on. If the new files cannot be used, the certificate that is already served stays. Thread-safe.
 */
public final class ServedCertificate {
    private static final Logger LOG = LoggerFactory.getLogger(ServedCertificate.class);
    private static final List<String> KEY_TYPES = List.of("RSA", "EC");
    /** More than the longest chain of certificates. */
    private static final int MAX_BYTES = 1024 * 1024;

    private static final char NUMBER_ENDS = ':';

    private final Vertx vertx;
    private final Path certificateFile;
    private final Path keyFile;
    private volatile Loaded loaded;
    /** A handshake that began before a renewal asks for the key of the certificate that it has chosen. */
    private volatile Loaded previous;

    private @Nullable String refusedBecause;

    /** What files held. Bytes tell whether they have changed: a file's time does not, where a link to it is replaced. */
    private record Content(Buffer certificate, Buffer key) {
        static Content read(Path certificate, Path key) throws IOException {
            return new Content(read(certificate), read(key));
        }

        /** To open a pipe blocks until somebody writes into it, and a device may never end. */
        private static Buffer read(Path file) throws IOException {
            if (!Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()) {
                throw new FileSystemException(file.toString(), null, "expected a regular file, got another one");
            }
            try (InputStream in = Files.newInputStream(file)) {
                byte[] bytes = in.readNBytes(MAX_BYTES + 1);
                if (bytes.length > MAX_BYTES) {
                    throw new FileSystemException(
                            file.toString(), null, "expected at most " + MAX_BYTES + " bytes, got more");
                }
                return Buffer.buffer(bytes);
            }
        }
    }

    private record Loaded(int number, Content content, X509ExtendedKeyManager keys, X509Certificate certificate) {}

    /** Reads the files. Fails with BAD_REQUEST where they hold no certificate with its key. */
    public ServedCertificate(Vertx vertx, Path certificate, Path key) {
        this.vertx = vertx;
        this.certificateFile = certificate;
        this.keyFile = key;
        try {
            this.loaded = load(Content.read(certificate, key), 0);
        } catch (Exception e) {
            throw new GrapeException(
                    ErrorCode.BAD_REQUEST, "tls-cert, tls-key: expected a certificate and its key: " + reason(e));
        }
        this.previous = loaded;
    }

    /** For listeners: they ask for the certificate at each handshake. */
    KeyCertOptions keys() {
        return KeyCertOptions.wrap(new Current());
    }

    /** When the certificate that is served expires. */
    public Instant expires() {
        return loaded.certificate.getNotAfter().toInstant();
    }

    /** Reads the files again, and serves what they hold from now on, if it can be used. Blocks. */
    public synchronized void reload() {
        try {
            Content content = Content.read(certificateFile, keyFile);
            if (content.equals(loaded.content)) {
                refusedBecause = null;
                return;
            }
            Loaded next = load(content, loaded.number + 1);
            previous = loaded;
            loaded = next;
            refusedBecause = null;
            LOG.info(
                    "serving a renewed certificate file={} subject={} expires={}",
                    certificateFile,
                    next.certificate.getSubjectX500Principal(),
                    expires());
        } catch (Exception e) {
            refused(reason(e));
        }
    }

    /** Once for each reason: the files are read every few seconds. */
    private void refused(String reason) {
        if (!reason.equals(refusedBecause)) {
            refusedBecause = reason;
            LOG.warn(
                    "the renewed certificate cannot be used, still serving the one that expires at {} file={}: {}",
                    expires(),
                    certificateFile,
                    reason);
        }
    }

    private static String reason(Exception e) {
        return e.getMessage() == null ? e.toString() : e.getClass().getSimpleName() + ": " + e.getMessage();
    }

    private Loaded load(Content content, int number) throws Exception {
        KeyManager[] managers = new PemKeyCertOptions()
                .setCertValue(content.certificate)
                .setKeyValue(content.key)
                .getKeyManagerFactory(vertx)
                .getKeyManagers();
        X509ExtendedKeyManager keys = (X509ExtendedKeyManager) managers[0];
        for (String type : KEY_TYPES) {
            String[] aliases = keys.getServerAliases(type, null);
            if (aliases != null && aliases.length > 0) {
                X509Certificate certificate = keys.getCertificateChain(aliases[0])[0];
                checkPair(keys.getPrivateKey(aliases[0]), certificate.getPublicKey());
                return new Loaded(number, content, keys, certificate);
            }
        }
        throw new GeneralSecurityException("expected a key of RSA or EC, got another one");
    }

    /** While files are renewed one after the other, the key may be that of the other certificate. */
    private static void checkPair(PrivateKey key, PublicKey certified) throws GeneralSecurityException {
        String algorithm = key.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA";
        if (!key.getAlgorithm().equals(certified.getAlgorithm())) {
            throw new GeneralSecurityException("the key is not that of the certificate");
        }
        byte[] text = {1, 2, 3};
        Signature signing = Signature.getInstance(algorithm);
        signing.initSign(key);
        signing.update(text);
        byte[] signature = signing.sign();
        Signature checking = Signature.getInstance(algorithm);
        checking.initVerify(certified);
        checking.update(text);
        if (!checking.verify(signature)) {
            throw new GeneralSecurityException("the key is not that of the certificate");
        }
    }

    /** Names of keys begin with a number of their certificate, so that a handshake gets both of one renewal. */
    private final class Current extends X509ExtendedKeyManager {
        private @Nullable String named(Loaded from, @Nullable String alias) {
            return alias == null ? null : from.number + String.valueOf(NUMBER_ENDS) + alias;
        }

        private Loaded of(String alias) {
            String number = alias.substring(0, alias.indexOf(NUMBER_ENDS));
            Loaded before = previous;
            return number.equals(Integer.toString(before.number)) ? before : loaded;
        }

        private String inner(String alias) {
            return alias.substring(alias.indexOf(NUMBER_ENDS) + 1);
        }

        @Override
        public @Nullable String chooseEngineServerAlias(
                String type, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
            Loaded now = loaded;
            return named(now, now.keys.chooseEngineServerAlias(type, issuers, engine));
        }

        @Override
        public @Nullable String chooseServerAlias(
                String type, Principal @Nullable [] issuers, @Nullable Socket socket) {
            Loaded now = loaded;
            return named(now, now.keys.chooseServerAlias(type, issuers, socket));
        }

        @Override
        public String @Nullable [] getServerAliases(String type, Principal @Nullable [] issuers) {
            Loaded now = loaded;
            String[] found = now.keys.getServerAliases(type, issuers);
            return found == null
                    ? null
                    : Arrays.stream(found)
                            .map(alias -> Objects.requireNonNull(named(now, alias)))
                            .toArray(String[]::new);
        }

        @Override
        public X509Certificate @Nullable [] getCertificateChain(String alias) {
            return of(alias).keys.getCertificateChain(inner(alias));
        }

        @Override
        public @Nullable PrivateKey getPrivateKey(String alias) {
            return of(alias).keys.getPrivateKey(inner(alias));
        }

        @Override
        public String @Nullable [] getClientAliases(String type, Principal @Nullable [] issuers) {
            return null;
        }

        @Override
        public @Nullable String chooseClientAlias(
                String[] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
            return null;
        }
    }
}
