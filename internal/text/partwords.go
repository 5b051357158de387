package text

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/ir"
)

// Keys of parts: those of what is no text, such as an image or what only its maker can read,
// those that say nothing of their own, and those of words.
var (
	spokenKeys = []string{"text", "content", "citationsContent", "guardContent"}
	mediaKeys  = []string{"data", "bytes", "url", "uri", "image_url", "file_id", "fileId", "fileUri", "file_uri", "file_data", "encrypted_content", "encryptedContent", "image", "path"}
	mediaWords = []string{"image", "audio", "video", "screenshot", "file"}
	plainKeys  = []string{"type", "class_", "id", "format", "media_type", "mediaType", "mimeType", "mime_type", "language", "citations", "cache_control", "cacheControl", "qualifiers", "enabled"}
)

// PartWords returns the words of a part of a content that is no text by its form but holds
// nothing else: a document in text, a search result, a reference. They are its strings in order,
// or its JSON where it has other values. ok is false where it has media or no words and, unless a
// user or a tool says it, where it does not say that it holds words: it may be an item of any kind.
func PartWords(part []byte, marked bool) (words ir.Text, ok bool) {
	w, v := partWords{}, gjson.ParseBytes(part)
	if marked && !slices.ContainsFunc(spokenKeys, func(key string) bool { return v.Get(key).Exists() }) {
		return ir.Text{}, false
	}
	if w.add(v); w.media || len(w.said) == 0 {
		return ir.Text{}, false
	}
	if w.other {
		return ir.Text{B: part}, true
	}
	return ir.Plain(strings.Join(w.said, "\n")), true
}

// partWords is what was seen of a part.
type partWords struct {
	said         []string
	media, other bool
}

func (w *partWords) add(v gjson.Result) {
	switch {
	case v.IsArray():
		v.ForEach(func(_, e gjson.Result) bool { w.add(e); return !w.media })
	case v.IsObject():
		kind := v.Get("type").Str + v.Get("class_").Str
		if w.media = slices.ContainsFunc(mediaWords, func(word string) bool { return strings.Contains(kind, word) }); w.media {
			return
		}
		v.ForEach(func(key, e gjson.Result) bool {
			switch text := isPlainType(v); {
			case slices.Contains(plainKeys, key.Str):
			case slices.Contains(mediaKeys, key.Str) && e.Type != gjson.Null && !(key.Str == "data" && (text || e.IsObject())):
				w.media = true
			default:
				w.add(e)
			}
			return !w.media
		})
	case v.Type == gjson.String:
		if v.Str != "" {
			w.said = append(w.said, v.Str)
		}
	case v.Type != gjson.Null:
		w.other = true
	}
}

// isPlainType reports whether a source of a document says that its data is text.
func isPlainType(v gjson.Result) bool {
	kind := v.Get("media_type").Str
	return v.Get("type").Str == "text" || strings.HasPrefix(kind, "text/")
}
