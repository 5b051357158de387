# Completion of toolspeak for bash. Where nothing is known, files are completed.
_toolspeak() {
	local IFS=$'\n'
	COMPREPLY=($(toolspeak __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _toolspeak toolspeak
