# Completion of toolspeak for fish. Where nothing is known, files are completed.
function __toolspeak_complete
	set -l before (commandline -opc)
	set -l last (commandline -ct)
	toolspeak __complete $before[2..-1] "$last" 2>/dev/null
end
complete -c toolspeak -a '(__toolspeak_complete)'
