module github.com/toolspeak/toolspeak

go 1.26
