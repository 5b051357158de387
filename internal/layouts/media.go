package layouts

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// image is an image in a message: its bytes in Base64 with their type, or where it is.
// detail says how closely OpenAI's models are to look.
type image struct {
	mime, data, url, detail string
}

// imageIn reads a part that is an image, in the form of any shape.
func imageIn(part []byte) (image, bool) {
	v := gjson.ParseBytes(part)
	field := func(path string) string { return v.Get(path).Str }
	first := func(paths ...string) string {
		for _, path := range paths {
			if s := field(path); s != "" {
				return s
			}
		}
		return ""
	}
	var i image
	switch kind := field("type"); {
	case kind == "image_url":
		i = imageAt(first("image_url.url", "image_url"))
		i.detail = field("image_url.detail")
	case kind == "input_image", kind == "computer_screenshot":
		i = imageAt(field("image_url"))
		i.detail = field("detail")
	case kind == "image" && field("source.type") == "base64":
		i = image{mime: field("source.media_type"), data: field("source.data")}
	case kind == "image" && field("source.type") == "url":
		i = imageAt(field("source.url"))
	case kind == "image" && field("source.path") != "":
		i = imageAt(field("source.path"))
		i.mime = field("source.media_type")
	case kind == "image" && field("image") != "": // Inspect, Vercel
		i = imageAt(field("image"))
		i.detail = field("detail")
		i.mime = cmp.Or(i.mime, first("mediaType", "mimeType"))
		if i.mime != "" && i.data == "" && !strings.Contains(i.url, "://") {
			i.data, i.url = i.url, ""
		}
	case field("image.source.bytes") != "": // Bedrock
		i = image{mime: "image/" + field("image.format"), data: field("image.source.bytes")}
	case v.Get("inlineData").Exists() || v.Get("inline_data").Exists():
		i = image{mime: first("inlineData.mimeType", "inline_data.mime_type", "inline_data.mimeType"), data: first("inlineData.data", "inline_data.data")}
	case v.Get("fileData").Exists() || v.Get("file_data").Exists():
		i = imageAt(first("fileData.fileUri", "file_data.file_uri", "file_data.fileUri"))
		i.mime = first("fileData.mimeType", "file_data.mime_type", "file_data.mimeType")
	}
	if i.mime == "" && i.url != "" {
		i.mime = imageTypes[strings.ToLower(filepath.Ext(i.url))]
	}
	known := i.data != "" && i.mime != "" || strings.HasPrefix(i.url, "http://") || strings.HasPrefix(i.url, "https://")
	return i, known && (i.mime == "" || strings.HasPrefix(i.mime, "image/"))
}

// imageTypes are the types of images by the endings of their names.
var imageTypes = map[string]string{
	".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif", ".webp": "image/webp",
}

// imageAt returns the image at a URL, which may hold it.
func imageAt(url string) image {
	rest, ok := strings.CutPrefix(url, "data:")
	if !ok {
		return image{url: url}
	}
	mime, data, ok := strings.Cut(rest, ";base64,")
	if !ok {
		return image{}
	}
	return image{mime: mime, data: data}
}

// address returns the URL of an image, which holds it where it is nowhere else.
func (i *image) address() string {
	if i.data != "" {
		return "data:" + i.mime + ";base64," + i.data
	}
	return i.url
}

// quoted returns a text as a string of JSON.
func quoted(s string) string {
	return `"` + string(ir.Plain(s).AppendJSON(nil, false)) + `"`
}

// asImage returns how a part that is no text is written: those of the shape's own types
// stay as they are, images are written anew, and others have no place.
func asImage(write func(i *image) string, own ...string) func(part []byte) []byte {
	return func(part []byte) []byte {
		if kind := gjson.GetBytes(part, "type").Str; slices.Contains(own, kind) && !gjson.GetBytes(part, "source.path").Exists() && !gjson.GetBytes(part, "image").Exists() {
			return part
		}
		i, ok := imageIn(part)
		if !ok {
			return nil
		}
		written := []byte(write(&i))
		if !jsonx.Valid(written) {
			return nil
		}
		return written
	}
}

// How the shapes write an image.
var (
	openAIImage = asImage(func(i *image) string {
		if i.detail == "" || i.detail == "auto" {
			return `{"type": "image_url", "image_url": {"url": ` + quoted(i.address()) + `}}`
		}
		return `{"type": "image_url", "image_url": {"url": ` + quoted(i.address()) + `, "detail": ` + quoted(i.detail) + `}}`
	}, "image_url", "input_audio", "file")
	responsesImage = asImage(func(i *image) string {
		return `{"type": "input_image", "detail": ` + quoted(cmp.Or(i.detail, "auto")) + `, "image_url": ` + quoted(i.address()) + `}`
	}, "input_image", "input_file")
	anthropicImage = asImage(func(i *image) string {
		if i.data != "" {
			return `{"type": "image", "source": {"type": "base64", "media_type": ` + quoted(i.mime) + `, "data": ` + quoted(i.data) + `}}`
		}
		return `{"type": "image", "source": {"type": "url", "url": ` + quoted(i.url) + `}}`
	}, "image", "document")
	geminiImage = asImage(func(i *image) string {
		switch {
		case i.data != "":
			return `{"inlineData": {"mimeType": ` + quoted(i.mime) + `, "data": ` + quoted(i.data) + `}}`
		case i.mime != "":
			return `{"fileData": {"mimeType": ` + quoted(i.mime) + `, "fileUri": ` + quoted(i.url) + `}}`
		}
		return `{"fileData": {"fileUri": ` + quoted(i.url) + `}}`
	})
	atifImage = asImage(func(i *image) string {
		if i.url == "" || i.mime == "" { // it names a file, and holds none
			return ""
		}
		return `{"type": "image", "source": {"media_type": ` + quoted(i.mime) + `, "path": ` + quoted(i.url) + `}}`
	})
)
