package dialects

// The messages between a client and a server of MCP: JSON-RPC, one on each line. They hold calls and
// what came back, and no words of a user or a model.

// rpc returns the message that a line of such a log is, or has next to when it was sent.
func rpc(line Value) Value {
	if inner := Inside(Get(line, "message")); Has(inner, "jsonrpc") {
		return inner
	}
	return line
}

// isMCP reports whether a value is a list of such messages.
func isMCP(v Value) bool {
	first := rpc(v.Get("0"))
	return v.IsArray() && Word(first, "jsonrpc") == "2.0" && (Has(first, "method") || Has(first, "result") || Has(first, "error"))
}

func readMCP(b *Builder, v Value) {
	lines := v.Array()
	// answers are the lines with answers that no request has yet, by the ids that they give.
	answers := map[string][]int{}
	for i, line := range lines {
		if m := rpc(line); !Has(m, "method") && Has(m, "id") {
			answers[m.Get("id").Raw] = append(answers[m.Get("id").Raw], i)
		}
	}
	for i, line := range lines {
		m := rpc(line)
		method := Word(m, "method")
		if method == "" {
			continue
		}
		answer := none
		if id := m.Get("id").Raw; id != "" {
			for len(answers[id]) > 0 && !answer.Exists() {
				if at := answers[id][0]; at > i {
					answer = rpc(lines[at])
				}
				answers[id] = answers[id][1:]
			}
		}
		result := Get(answer, "result")
		switch method {
		case "tools/list":
			b.tools(Get(result, "tools"))
		case "tools/call":
			b.mcpCall(m, answer, result)
		default:
			b.leave("messages of the protocol: " + method)
		}
	}
	b.leave("the words of the user and the model, which this log has not")
}

// mcpCall reads a call with its answer, if it has one.
func (b *Builder) mcpCall(m, answer, result Value) {
	id := textID(m.Get("id"))
	b.begin(roles["assistant"])
	b.call(id, At(m, "params", "name"), At(m, "params", "arguments"))
	switch fault := Get(answer, "error"); {
	case fault.Exists():
		b.result(id, none, Get(fault, "message"), true)
	case Has(result, "content"):
		b.result(id, none, Get(result, "content"), Get(result, "isError").Bool())
	case result.Exists():
		b.result(id, none, result, false)
	}
}

// textID returns an id, which may be a number, as a string.
func textID(v Value) Value {
	if isText(v) || !v.Exists() {
		return v
	}
	return Parse(quoted(v.Raw))
}
