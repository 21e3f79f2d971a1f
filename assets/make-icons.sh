#!/bin/sh
# Renders every PNG of icons/ and tray/ from the SVGs beside them. Needs rsvg-convert (librsvg2-bin).
set -eu
cd "$(dirname "$0")"

# The small drawing has fewer and thicker strokes: below 32 px the full one turns to mud.
for size in 16 24; do
  rsvg-convert -w "$size" -h "$size" icons/app-small.svg -o "icons/$size.png"
done
for size in 32 48 64 128 256 512; do
  rsvg-convert -w "$size" -h "$size" icons/app.svg -o "icons/$size.png"
done

# Electron picks NAME@1.5x.png and NAME@2x.png for denser screens by itself when it is given NAME.png.
for source in tray/*.svg; do
  name=${source%.svg}
  rsvg-convert -w 16 -h 16 "$source" -o "$name.png"
  rsvg-convert -w 24 -h 24 "$source" -o "$name@1.5x.png"
  rsvg-convert -w 32 -h 32 "$source" -o "$name@2x.png"
done
