package layouts

import (
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// toolRules say what those who take a shape ask of its tool list.
type toolRules struct {
	// maxName is how long a name may be and others which characters it may have next to
	// letters and digits; letterFirst means that it begins with a letter or _. 0 means that
	// any name is taken.
	maxName     int
	others      string
	letterFirst bool
	// keys are those that a function may have next to name, description and parameters;
	// nil means any.
	keys []string
	// hosted reports whether it has a tool that is no function, and apart means that such
	// tools follow the functions.
	hosted func(tool []byte) bool
	apart  bool
	// custom is the form of a tool that takes text, nil where there is none: it becomes a
	// function then.
	custom func(t *customTool) []byte
	// form is that of the functions of a list that changed.
	form *toolForm
	// own reports whether an element of a list is as the API has it; nil means that any is.
	own func(tool []byte) bool
}

// functionsOnly are the rules of shapes that take any function and nothing else.
var functionsOnly = toolRules{hosted: never, form: &bareTool}

// geminiHosted are the keys of tools of Gemini's API that are no functions.
var geminiHosted = [...]string{
	"googleSearch", "google_search", "codeExecution", "code_execution", "urlContext", "url_context", "googleSearchRetrieval", "google_search_retrieval",
	"retrieval", "computerUse", "computer_use", "fileSearch", "file_search", "googleMaps", "google_maps", "enterpriseWebSearch", "enterprise_web_search", "mcpServers", "mcp_servers",
}

// anyTool are the rules of shapes that take any tool that says what it is by a type or a key.
var anyTool = toolRules{hosted: func([]byte) bool { return true }, form: &bareTool}

func never([]byte) bool { return false }

// hasAll reports whether an object has all the keys.
func hasAll(object []byte, keys ...string) bool {
	return object[0] == '{' && !slices.ContainsFunc(keys, func(key string) bool { return member(object, 0, key).End == 0 })
}

// isObject reports whether an object has an object under a key.
func isObject(object []byte, key string) bool {
	at := member(object, 0, key)
	return at.End > 0 && object[at.Start] == '{'
}

// hasType reports of a tool whether its type is one of some.
func hasType(types ...string) func(tool []byte) bool {
	return func(tool []byte) bool { return slices.Contains(types, typeOf(tool)) }
}

// isDated reports whether the type of a tool ends in a date, as those of Anthropic's own
// tools do.
func isDated(tool []byte) bool {
	kind := typeOf(tool)
	name, date := kind[:strings.LastIndexByte(kind, '_')+1], kind[strings.LastIndexByte(kind, '_')+1:]
	return len(date) == len("20250305") && name != "" && strings.Trim(date, "0123456789") == ""
}

// typeOf returns the type of a tool, or "".
func typeOf(tool []byte) string {
	if len(tool) == 0 || tool[0] != '{' {
		return ""
	}
	at := member(tool, 0, "type")
	if at.End == 0 || tool[at.Start] != '"' {
		return ""
	}
	return jsonx.Unquote(at.Inside().Of(tool))
}
