{{- define "svc.fullname" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "svc.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- /* Pods have no label with a version: an upgrade that only replaces the workers leaves the API alone. */}}
{{- define "svc.labels" -}}
{{ include "svc.selector" . }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | trunc 63 | trimAll "-_." | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "svc.image" -}}
{{- if .Values.image.digest }}{{ printf "%s@%s" .Values.image.repository .Values.image.digest }}
{{- else }}{{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) }}{{ end }}
{{- end }}

{{- define "svc.serviceAccount" -}}
{{- if .Values.serviceAccount.create }}{{ .Values.serviceAccount.name | default (include "svc.fullname" .) }}
{{- else }}{{ .Values.serviceAccount.name | default "default" }}{{ end }}
{{- end }}

{{- define "svc.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
# The files of Secrets belong to this group.
fsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "svc.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "svc.mounts" -}}
- { name: secrets, mountPath: /run/secrets/svc, readOnly: true }
- { name: tmp, mountPath: /tmp }
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "svc.otherVolumes" -}}
- name: tmp
  emptyDir: { medium: Memory, sizeLimit: 64Mi }
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- /* A Secret and the keys of it as files; expects the root context, and a setting with its key. */}}
{{- define "svc.secretSource" -}}
- secret:
    name: {{ .source.secret | default .root.Values.secrets.existingSecret }}
    items: [{ key: {{ .source.key | quote }}, path: {{ .setting }} }]
{{- end }}

{{- define "svc.serviceVolumes" -}}
- name: secrets
  projected:
    defaultMode: 0440
    sources:
      {{- range $setting, $source := .Values.secrets.settings }}
      {{- include "svc.secretSource" (dict "root" $ "setting" $setting "source" $source) | nindent 6 }}
      {{- end }}
{{ include "svc.otherVolumes" . }}
{{- end }}

{{- define "svc.env" -}}
- { name: PUBLIC_URL, value: {{ .Values.publicUrl | quote }} }
- { name: MIGRATE_ON_BOOT, value: {{ ternary "false" "true" .Values.migrations.enabled | quote }} }
{{- range $setting, $_ := .Values.secrets.settings }}
- { name: {{ $setting }}_FILE, value: /run/secrets/svc/{{ $setting }} }
{{- end }}
{{- range $name, $value := .Values.config }}
{{- if hasKey $.Values.secrets.settings (trimSuffix "_FILE" $name) }}
{{- fail (printf "config.%s is already set by secrets.settings" $name) }}
{{- end }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}

{{- /* Expects the values of a program. */}}
{{- define "svc.placement" -}}
{{- $placement := dict }}
{{- range $field := list "nodeSelector" "tolerations" "affinity" }}
{{- with get $ $field }}{{ $_ := set $placement $field . }}{{ end }}
{{- end }}
{{- if $placement }}{{ toYaml $placement }}{{ end }}
{{- end }}

{{- define "svc.spread" -}}
{{- if .root.Values.topologySpread.enabled }}
topologySpreadConstraints:
  {{- range $key := .root.Values.topologySpread.keys }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    whenUnsatisfiable: {{ $.root.Values.topologySpread.whenUnsatisfiable }}
    # Old pods, which leave, do not count: otherwise the new ones could all be on one node.
    matchLabelKeys: [pod-template-hash]
    labelSelector:
      matchLabels:
        {{- include "svc.selector" $.root | nindent 8 }}
        app.kubernetes.io/component: {{ $.component }}
  {{- end }}
{{- end }}
{{- end }}
