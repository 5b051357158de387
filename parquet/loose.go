package parquet

// ownKeys are the keys under which authors of tools choose the keys: the arguments of a call,
// its answer, and lists of tools with their schemas, which are true. A column of fields
// would give each value the keys of all others, as null, which no other program can tell
// from a null that was there.
var ownKeys = map[string]bool{
	"arguments": false, "args": false, "kwargs": false, "parameters": false, "input": false,
	"response": false, "output": false, "result": false,
	"tools": true, "functions": true, "tool_definitions": true,
	"functionDeclarations": true, "function_declarations": true,
}

// own reports whether the values under a key are objects with keys of their own, or lists
// of such. Other lists under these keys, as of the messages of a request, have the keys of
// their form.
func (s *shape) own(key string) bool {
	lists, ok := ownKeys[key]
	if !ok || s.opaque != "" {
		return false
	}
	kinds := s.kinds &^ kindsNull
	return kinds == kindsObject || lists && kinds == kindsArray && s.elem != nil
}

// even reports whether a column of fields gives all values back as they were, also to a
// program that takes null for null: all objects have the same keys, and all numbers of a
// place are integers, or none.
func (s *shape) even() bool {
	if s.opaque != "" || s.inexact != "" {
		return false
	}
	switch s.kinds &^ kindsNull {
	case kindsString, kindsBool, kindsInt, kindsFloat:
		return true
	case kindsArray:
		return s.elem != nil && s.elem.even()
	case kindsObject:
		for _, field := range s.fields {
			if field.present < s.objects || !field.even() {
				return false
			}
		}
		return len(s.fields) > 0
	}
	return false
}
