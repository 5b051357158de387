package main

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// imageFile is a file of an image's only layer.
type imageFile struct {
	name string
	mode int64
	data []byte
}

// image returns an image of one static executable and its terms, as a tar file that
// docker load, podman load and skopeo read. The same files and time give the same bytes.
func image(version, arch string, when time.Time, files []imageFile) ([]byte, error) {
	layer, err := tarOf(when, files)
	if err != nil {
		return nil, err
	}
	config, err := json.Marshal(map[string]any{
		"created": when.UTC().Format(time.RFC3339), "architecture": arch, "os": "linux",
		"config": map[string]any{
			"User": "65532:65532", "Entrypoint": []string{"/toolspeak"}, "WorkingDir": "/data",
			"Labels": map[string]string{
				"org.opencontainers.image.title": "toolspeak", "org.opencontainers.image.version": version, "org.opencontainers.image.licenses": "MIT",
				"org.opencontainers.image.source": "https://" + repository,
			},
		},
		"rootfs": map[string]any{"type": "layers", "diff_ids": []string{"sha256:" + digest(layer)}},
	})
	if err != nil {
		return nil, err
	}
	configName, layerName := digest(config)+".json", digest(layer)+"/layer.tar"
	manifest, err := json.Marshal([]map[string]any{{"Config": configName, "RepoTags": []string{"toolspeak:" + version}, "Layers": []string{layerName}}})
	if err != nil {
		return nil, err
	}
	return tarOf(when, []imageFile{{"manifest.json", 0o644, manifest}, {configName, 0o644, config}, {layerName, 0o644, layer}})
}

// tarOf returns a tar file. A name that ends in a slash is a directory.
func tarOf(when time.Time, files []imageFile) ([]byte, error) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, f := range files {
		h := &tar.Header{Name: f.name, Mode: f.mode, Size: int64(len(f.data)), ModTime: when, Typeflag: tar.TypeReg, Format: tar.FormatPAX}
		if f.name[len(f.name)-1] == '/' {
			h.Typeflag = tar.TypeDir
		}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}

func digest(b []byte) string { return fmt.Sprintf("%x", sha256.Sum256(b)) }

// writeImages writes an image for each executable for Linux that goreleaser built.
func writeImages(r *built) error {
	licence, err := os.ReadFile("LICENSE")
	if err != nil {
		return err
	}
	notices, err := os.ReadFile(filepath.Join("build", "release", "THIRD_PARTY.txt"))
	if err != nil {
		return err
	}
	for _, a := range r.artifacts {
		if a.Type != "Binary" || a.Goos != "linux" {
			continue
		}
		program, err := os.ReadFile(a.Path)
		if err != nil {
			return err
		}
		img, err := image(r.Version, a.Goarch, r.Date, []imageFile{
			{"data/", 0o777, nil}, {"licenses/", 0o755, nil}, {"licenses/LICENSE", 0o644, licence}, {"licenses/THIRD_PARTY.txt", 0o644, notices}, {"toolspeak", 0o755, program},
		})
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(r.dir, fmt.Sprintf("toolspeak_%s_image_%s.tar", r.Version, a.Goarch)), img, 0o644); err != nil {
			return err
		}
	}
	return nil
}
