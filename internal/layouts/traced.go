package layouts

import "github.com/toolspeak/toolspeak/ir"

// traced is the shape of records that are made of the spans of a trace: a neutral document that
// names the program which wrote them.
type traced struct {
	readOnly
	own about
}

// traces are the writers of traces. Another is otel, which is a shape of messages, too.
var traces = []layout{
	traceOf("langfuse", "traces of Langfuse: observations"),
	traceOf("langsmith", "traces of LangSmith: runs"),
	traceOf("openinference", "traces of OpenInference, such as Phoenix has"),
	traceOf("openai-agents", "traces of OpenAI's Agents SDK"),
	traceOf("weave", "traces of Weave: calls"),
	traceOf("braintrust", "traces of Braintrust: spans"),
}

func traceOf(writer, summary string) *traced {
	return &traced{own: about{name: Layout(writer), what: "a trace of " + writer, summary: summary, document: true}}
}

func (t *traced) about() *about    { return &t.own }
func (*traced) shows(*Record) bool { return false } // the input tells

func (t *traced) find(r *Record, _ bool) *ir.Diagnostic {
	return r.rejectAt(r.at.Start, ir.CodeUnknownLayout, "the record is no trace of %s", t.own.name)
}

// OfTrace says that the record, a neutral document, was made of the spans of a trace.
func (r *Record) OfTrace() {
	if r.steps != nil && r.steps.Shape != "" {
		r.layout = traceOf(r.steps.Shape, "a trace")
	}
}
