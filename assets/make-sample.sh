#!/bin/sh
# Makes sample-meeting.m4a: a short meeting of two voices in English and Persian, for trying the app without a recording of
# one's own. Needs espeak-ng, sox and ffmpeg.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

count=10
say() { # say VOICE PITCH SPEED TEXT : one turn of the talk, with the pause that people leave after it
  espeak-ng -v "$1" -p "$2" -s "$3" -w "$work/raw.wav" "$4"
  sox "$work/raw.wav" -r 24000 -c 1 "$work/turn-$count.wav" norm -4 pad 0 0.35
  count=$((count + 1))
}

say en-gb 35 165 'Good morning. Shall we look at the release plan?'
say fa+f3 60 160 'صبح بخیر. بله، نسخهٔ تازه آماده است.'
say en-gb 35 165 'Great. Who writes the release notes?'
say fa+f3 60 160 'من تا سه‌شنبه می‌نویسم.'
say en-gb 35 165 'Then we publish on Wednesday. Thank you.'
say fa+f3 60 160 'ممنون، خدا نگهدار.'

# A breath of room noise: digital silence between turns is what no meeting has.
sox "$work"/turn-*.wav "$work/talk.wav"
seconds=$(soxi -D "$work/talk.wav")
sox -n -r 24000 -c 1 "$work/room.wav" synth "$seconds" pinknoise vol 0.004
sox -m -v 1 "$work/talk.wav" -v 1 "$work/room.wav" "$work/meeting.wav" norm -3

ffmpeg -hide_banner -loglevel error -y -i "$work/meeting.wav" -c:a aac -b:a 40k -movflags +faststart \
  -map_metadata -1 -fflags +bitexact -flags:a +bitexact sample-meeting.m4a
