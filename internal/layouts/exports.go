package layouts

import (
	"slices"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// exports are what other programs export, by the keys of their records: each group
// needs one key. None of them holds a conversation as a list of messages at a place
// that is always the same.
var exports = []struct {
	is   string
	keys [][]string
}{
	{"a run of LangSmith", [][]string{{"run_type"}, {"inputs", "outputs", "child_runs", "dotted_order"}}},
	{"a trace of Langfuse", [][]string{{"observations"}, {"projectId", "htmlPath", "totalCost", "latency"}}},
	{"an observation of Langfuse", [][]string{{"traceId"}, {"parentObservationId", "usageDetails", "completionStartTime", "modelParameters"}}},
	{"an export of OpenTelemetry", [][]string{{"resourceSpans", "resource_spans", "scopeSpans"}}},
	{"a span of OpenTelemetry", [][]string{{"spanId", "span_id", "context"}, {"attributes"}}},
	{"a request to Anthropic's API", [][]string{{"max_tokens", "anthropic_version"}, {"system", "tools", "anthropic_version"}}},
	{"an answer of Anthropic's API", [][]string{{"stop_reason"}, {"content"}, {"role"}}},
	{"an answer of OpenAI's API", [][]string{{"choices"}, {"object", "model", "usage"}}},
}

// export returns what the record looks like of what other programs export, or "".
func (r *Record) export() string {
	var keys []string
	for _, m := range r.members {
		keys = append(keys, jsonx.Unquote(m.Key.Of(r.doc.B)))
	}
	holds := func(group []string) bool {
		return slices.ContainsFunc(group, func(key string) bool { return slices.Contains(keys, key) })
	}
	for _, e := range exports {
		if !slices.ContainsFunc(e.keys, func(group []string) bool { return !holds(group) }) {
			return e.is
		}
	}
	return ""
}
