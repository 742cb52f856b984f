{{- define "grape.fullname" -}}
{{- $name := .Values.nameOverride | default .Chart.Name -}}
{{- $full := contains $name .Release.Name | ternary .Release.Name (printf "%s-%s" .Release.Name $name) -}}
{{- .Values.fullnameOverride | default $full | trunc 63 | trimSuffix "-" -}}
{{- end }}

{{- define "grape.selector" -}}
app.kubernetes.io/name: grape
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "grape.labels" -}}
{{ include "grape.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "grape.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "grape.redis" -}}
name: {{ .Values.redis.existingSecret | default (printf "%s-redis" (include "grape.fullname" .)) }}
key: {{ .Values.redis.secretKey }}
{{- end }}

{{/* Fails at what the schema cannot say, or not for people. */}}
{{- define "grape.checked" -}}
{{- $homes := dict "GRAPE_REDIS" "redis.existingSecret" "GRAPE_ADMIN_PASSWORD" "admin.existingSecret" -}}
{{- range $name := keys .Values.config | sortAlpha -}}
{{- with get $homes $name -}}
{{- fail (printf "config.%s: a ConfigMap is no place for it, use %s" $name .) -}}
{{- end -}}
{{- end -}}
{{- $needed := add .Values.preStopSeconds 10 -}}
{{- if le (int64 .Values.terminationGracePeriodSeconds) $needed -}}
{{- fail (printf "terminationGracePeriodSeconds: expected more than %d, as preStopSeconds is %v and a broker ends within 10 s" $needed .Values.preStopSeconds) -}}
{{- end -}}
{{- end }}

{{- define "grape.security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}
