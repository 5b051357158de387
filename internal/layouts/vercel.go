package layouts

import "strings"

// isShownMessage reports whether a message has calls as pages of Vercel's AI SDK show them, which
// the shape vercel reads.
func isShownMessage(o *object) bool {
	if at := o.value("toolInvocations"); at.End > 0 && o.doc.B[at.Start] == '[' && !emptyValue(at.Of(o.doc.B)) {
		return true
	}
	at := o.value("parts")
	if at.End == 0 || o.doc.B[at.Start] != '[' || !o.has("role") {
		return false
	}
	for e := range o.doc.Elements(at.Start) {
		if o.doc.B[e.Start] != '{' || member(o.doc.B, e.Start, "toolCallId", "toolInvocation").End == 0 {
			continue
		}
		kind := string(member(o.doc.B, e.Start, "type").Of(o.doc.B))
		if strings.HasPrefix(kind, `"tool-`) || kind == `"dynamic-tool"` {
			return true
		}
	}
	return false
}
